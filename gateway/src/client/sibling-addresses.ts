import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { Recent } from './recent.ts';

/** Lifetime of a DNS result. */
const lifetimeMs = 1000;

/** Pause before asking a silent sibling again. */
const silenceMs = 3000;

/** Above the maximum of 20 gateways in k8s/components/keda. */
const most = 50;

/** Resolves sibling names to addresses, which change whenever a pod starts or stops. */
export class SiblingAddresses {
  readonly #names: readonly URL[];
  readonly #silent = new Recent<true>(silenceMs);
  #origins: Promise<string[]> = Promise.resolve([]);
  #endsAt = Number.NEGATIVE_INFINITY;

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => new URL(name));
  }

  /** Returns origins such as `http://10.1.2.3:8080`, without siblings that recently did not respond. */
  async origins(): Promise<string[]> {
    if (performance.now() >= this.#endsAt) {
      this.#endsAt = Number.POSITIVE_INFINITY;
      this.#origins = Promise.all(this.#names.map(originsOf)).then((found) => [...new Set(found.flat())]);
      void this.#origins.then(() => {
        this.#endsAt = performance.now() + lifetimeMs;
      });
    }
    const origins = await this.#origins;
    return origins.filter((origin) => !this.#silent.get(origin)).slice(0, most);
  }

  /** Not for a sibling that refuses connections: it may be starting, so it is asked again immediately. */
  didNotAnswer(origin: string): void {
    this.#silent.set(origin, true);
  }
}

/** Uses the system's resolver, which knows a cluster's short names. @returns an empty list for an unknown name */
async function originsOf({ hostname, port }: URL): Promise<string[]> {
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return addresses.map(({ address }) => `http://${isIPv6(address) ? `[${address}]` : address}:${port || 80}`);
}
