import { type Provider, providers } from '../failures/failure-switch.ts';

export interface Call {
  readonly provider: Provider;
  readonly method: string;
  readonly path: string;
  /** Query parameters without credentials. */
  readonly query: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly at: string;
}

const kept = 500;
const secrets = new Set(['api_key', 'key', 'client_secret', 'access_token']);

/** Records the calls to the providers since the last reset. */
export class CallLog {
  private calls: Call[] = [];
  private readonly counts: Record<Provider, number> = { giantbomb: 0, igdb: 0, wikidata: 0, steam: 0, youtube: 0 };

  record(provider: Provider, method: string, target: string): void {
    const { pathname, searchParams } = new URL(target, 'http://simulator');
    const query = Object.fromEntries([...searchParams].filter(([name]) => !secrets.has(name)));
    this.calls.push({ provider, method, path: pathname, query, at: new Date().toISOString() });
    if (this.calls.length > kept) this.calls.shift();
    this.counts[provider] += 1;
  }

  clear(): void {
    this.calls = [];
    for (const provider of providers) this.counts[provider] = 0;
  }

  /** Returns the number of calls, and the last 500 calls, oldest first. */
  report() {
    return { counts: { ...this.counts }, calls: [...this.calls] };
  }
}
