export const providers = ['giantbomb', 'igdb', 'wikidata', 'steam', 'youtube'] as const;
export type Provider = (typeof providers)[number];

export const modes = [
  'none',
  'slow',
  'down',
  'unauthorized',
  'not-found',
  'enhance-calm',
  'too-many',
  'quota',
  'server-error',
  'malformed',
  'html',
] as const;
export type Mode = (typeof modes)[number];

export interface Failure {
  readonly mode: Mode;
  /** Milliseconds before any answer. */
  readonly latency_ms: number;
  /** Answers left before the provider is well again; null for no end. */
  readonly times: number | null;
}

const well: Failure = { mode: 'none', latency_ms: 0, times: null };

/** How each provider misbehaves at the moment. */
export class FailureSwitch {
  private readonly current: Record<Provider, Failure> = {
    giantbomb: well,
    igdb: well,
    wikidata: well,
    steam: well,
    youtube: well,
  };

  set(provider: Provider, failure: Failure): void {
    this.current[provider] = failure;
  }

  /** How a provider misbehaves now. */
  peek(provider: Provider): Failure {
    return this.current[provider];
  }

  /** How the next answer goes wrong; counts it. */
  take(provider: Provider): Failure {
    const failure = this.current[provider];
    if (failure.times !== null) {
      this.current[provider] = failure.times > 1 ? { ...failure, times: failure.times - 1 } : well;
    }
    return failure;
  }

  all(): Readonly<Record<Provider, Failure>> {
    return { ...this.current };
  }
}
