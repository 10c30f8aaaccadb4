import { setTimeout as pause } from 'node:timers/promises';
import { askForPage, type Page } from './ask-page.ts';
import { now } from './clock.ts';

/** How a reader learns that a page shows something else: by asking again and again, or by hints. */
export type Way = 'polling' | 'hints';

export interface Reading {
  /** When each hint of the page arrived, by `now`. */
  readonly hints: number[];
  /** When hours played that had not been seen before were in hand, by `now`. */
  readonly sights: [at: number, hours: number][];
  asked: number;
  unchanged: number;
  failed: number;
}

/** Milliseconds from one answer to the next request, as the client once did it. */
const pollMs = 800;

/** As the client does it: between two requests in a storm of changes; longest. */
const paces = { storm: 300, longest: 5000 };

/** Somebody with another user's page on the screen. */
export class Reader {
  readonly reading: Reading = { hints: [], sights: [], asked: 0, unchanged: 0, failed: 0 };
  readonly #ask: (page: Page) => Promise<'changed' | 'same'>;
  readonly #page: Page = { etag: undefined, hours: 0 };
  #reason = Promise.withResolvers<void>();
  #isReading = true;

  constructor(url: string, cookie: string, userId: string) {
    this.#ask = (page) => askForPage(url, cookie, userId, page);
  }

  /** The page as it is opened. */
  async open(): Promise<void> {
    await this.#ask(this.#page);
  }

  async poll(): Promise<void> {
    // Not all at the same moment.
    await pause(Math.random() * pollMs);
    while (this.#isReading) {
      await this.#look();
      await pause(pollMs);
    }
  }

  /** However many hints there are while one request is on its way, they lead to one more. */
  async follow(): Promise<void> {
    while (true) {
      await this.#reason.promise;
      if (!this.#isReading) return;
      this.#reason = Promise.withResolvers();
      const asked = now();
      await this.#look();
      const took = now() - asked;
      await pause(Math.min(paces.longest, Math.max(paces.storm - took, 3 * took)));
    }
  }

  hear(): void {
    this.reading.hints.push(now());
    this.#reason.resolve();
  }

  stop(): void {
    this.#isReading = false;
    this.#reason.resolve();
  }

  async #look(): Promise<void> {
    const { reading } = this;
    reading.asked += 1;
    const { hours } = this.#page;
    try {
      const outcome = await this.#ask(this.#page);
      if (outcome === 'same') reading.unchanged += 1;
      else if (this.#page.hours > hours) reading.sights.push([now(), this.#page.hours]);
    } catch {
      reading.failed += 1;
    }
  }
}
