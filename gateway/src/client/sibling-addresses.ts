import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { Recent } from './recent.ts';

/** DNS is asked again no sooner, in milliseconds. */
const lifetimeMs = 1000;

/** How long one that did not answer is not asked, in milliseconds. */
const silenceMs = 3000;

/** The most gateways that are asked; k8s/components/keda has 20 at most. */
const most = 50;

/** Where the siblings are: names lead to other addresses with every pod that comes and goes. */
export class SiblingAddresses {
  readonly #names: readonly URL[];
  readonly #silent = new Recent<true>(silenceMs);
  #origins: Promise<string[]> = Promise.resolve([]);
  #endsAt = Number.NEGATIVE_INFINITY;

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => new URL(name));
  }

  /** Origins such as `http://10.1.2.3:8080`, those left out that have just not answered. */
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

  /** One that refuses is asked again at once: it may be about to start. */
  didNotAnswer(origin: string): void {
    this.#silent.set(origin, true);
  }
}

/** The system's own way to ask, which knows a cluster's short names. @returns none while the name is not known */
async function originsOf({ hostname, port }: URL): Promise<string[]> {
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return addresses.map(({ address }) => `http://${isIPv6(address) ? `[${address}]` : address}:${port || 80}`);
}
