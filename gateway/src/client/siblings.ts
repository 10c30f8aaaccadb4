import { Agent, type Dispatcher } from 'undici';
import type { GatewayMetrics } from '../metrics.ts';
import { SiblingAddresses } from './sibling-addresses.ts';
import { type Question, SiblingSearch } from './sibling-search.ts';
import { answerMs, unlessAborted } from './unless-aborted.ts';

/** Marks a request by a sibling, which is served from this gateway's own build alone. */
export const siblingHeader = 'x-asked-by-sibling';

/** Longest pause within a body. */
const bodyTimeoutMs = 10_000;

/** In bytes; the largest asset is 300 KB. */
const largest = 4 * 1024 * 1024;

const late = new Error('Siblings took too long');

/** The other gateways, which may have assets of other releases. */
export class Siblings {
  readonly isEmpty: boolean;
  readonly #metrics: GatewayMetrics;
  readonly #addresses: SiblingAddresses;
  readonly #search: SiblingSearch;
  readonly #agent = new Agent({
    connections: 64,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 4000,
    headersTimeout: answerMs,
    bodyTimeout: bodyTimeoutMs,
    connect: { timeout: 2 * answerMs },
  });

  /** @param names addresses, each of one or several siblings */
  constructor(names: readonly string[], metrics: GatewayMetrics) {
    this.isEmpty = names.length === 0;
    this.#metrics = metrics;
    this.#addresses = new SiblingAddresses(names);
    this.#search = new SiblingSearch(this.#addresses, this.#ask.bind(this), metrics);
  }

  /**
   * Returns the response of a sibling that has the file, or null. Searches again once when the known holder fails.
   * @param controller aborted when the caller leaves, and by this method after a timeout
   */
  async open(path: string, question: Question, controller: AbortController): Promise<Dispatcher.ResponseData | null> {
    const { signal } = controller;
    const deadline = setTimeout(() => controller.abort(late), 2 * answerMs);
    try {
      for (let attempt = 0; attempt < 2 && !signal.aborted; attempt += 1) {
        const holder = await unlessAborted(signal, this.#search.holderOf(path), null);
        if (!holder) break;
        const answer = await this.#ask(holder, path, question, signal).catch((error) => {
          if (error.code === 'UND_ERR_HEADERS_TIMEOUT') this.#addresses.didNotAnswer(holder);
          return null;
        });
        if (answer) {
          this.#metrics.askedSiblings('given');
          return answer;
        }
        // The caller left, so the sibling is not at fault.
        if (signal.aborted && signal.reason !== late) break;
        this.#metrics.askedSiblings('failed');
        this.#search.forget(path);
      }
      return null;
    } finally {
      clearTimeout(deadline);
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** @throws when it lacks the file or declares no length */
  async #ask(origin: string, path: string, { method, headers }: Question, signal: AbortSignal) {
    const asked = { origin, path, method, headers: { ...headers, [siblingHeader]: '1' }, signal };
    const answer = await this.#agent.request(asked);
    // NaN, for a missing length, fails this comparison too.
    if (answer.statusCode === 200 && Number(answer.headers['content-length']) <= largest) return answer;
    answer.body.on('error', () => undefined).destroy();
    throw new Error(`${origin} has no such file`);
  }
}
