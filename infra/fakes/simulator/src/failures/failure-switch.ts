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
  /** Delay before each response, in milliseconds. */
  readonly latency_ms: number;
  /** Number of failing responses left; null for no limit. */
  readonly times: number | null;
}

const well: Failure = { mode: 'none', latency_ms: 0, times: null };

/** Holds each provider's current failure. */
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

  /** Returns the provider's current failure. */
  peek(provider: Provider): Failure {
    return this.current[provider];
  }

  /** Returns the failure of the next response and counts it. */
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
