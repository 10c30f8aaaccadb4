import type { Dispatcher } from 'undici';
import type { GatewayMetrics } from '../metrics.ts';
import { Recent } from './recent.ts';
import type { SiblingAddresses } from './sibling-addresses.ts';
import { answerMs, unlessAborted } from './unless-aborted.ts';

/** Lifetime of a search result, including "no sibling has it". */
const findingMs = 5000;

/** Limits searches in flight plus failed searches of the last second, so that made-up names cause no more work. */
const mostInVain = 32;

export interface Question {
  readonly method: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks one sibling. @throws when it does not have the file */
type Ask = (origin: string, path: string, question: Question, signal: AbortSignal) => Promise<Dispatcher.ResponseData>;

export class SiblingSearch {
  readonly #addresses: SiblingAddresses;
  readonly #ask: Ask;
  readonly #metrics: GatewayMetrics;
  /** The origin that has a file, by path; null when none has it. */
  readonly #findings = new Recent<string | null>(findingMs);
  readonly #searches = new Map<string, Promise<string | null>>();
  readonly #inVain = new Recent<true>(1000);

  constructor(addresses: SiblingAddresses, ask: Ask, metrics: GatewayMetrics) {
    this.#addresses = addresses;
    this.#ask = ask;
    this.#metrics = metrics;
  }

  /** Returns the origin of a sibling that has the file; null when none has it or too many searches are running. */
  async holderOf(path: string): Promise<string | null> {
    const known = this.#findings.get(path);
    if (known !== undefined) return known;
    const underWay = this.#searches.get(path);
    if (underWay) return underWay;
    if (this.#searches.size + this.#inVain.size >= mostInVain) {
      this.#metrics.askedSiblings('unasked');
      return null;
    }
    const search = this.#search(path).finally(() => this.#searches.delete(path));
    this.#searches.set(path, search);
    return search;
  }

  forget(path: string): void {
    this.#findings.delete(path);
  }

  /** Sends HEAD to all siblings in parallel: most lack the file, and one body is enough. */
  async #search(path: string): Promise<string | null> {
    const signal = AbortSignal.timeout(answerMs);
    const origins = await unlessAborted(signal, this.#addresses.origins(), []);
    const asking = origins.map(async (origin) => {
      const answer = await this.#ask(origin, path, { method: 'HEAD' }, signal).catch((error) => {
        if (signal.aborted) this.#addresses.didNotAnswer(origin);
        throw error;
      });
      await answer.body.dump();
      return origin;
    });
    const holder = await Promise.any(asking).catch(() => null);
    this.#findings.set(path, holder);
    if (!holder) {
      this.#inVain.set(path, true);
      this.#metrics.askedSiblings('missing');
    }
    return holder;
  }
}
