import type { Logger } from '@nightshelf/platform';
import { bulkhead } from 'cockatiel';

const atOnce = 2;
const waiting = 1000;

/** Work that goes on after the answer, bounded in number. What it does may be lost when the process ends hard. */
export class Background {
  readonly #bulkhead = bulkhead(atOnce, waiting);
  readonly #running = new Set<Promise<void>>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param failing what the log says when it fails */
  run(failing: string, work: () => Promise<void>): void {
    const running = this.#bulkhead
      .execute(work)
      .catch((error: unknown) => this.#logger.warn({ err: error }, failing))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for what is in hand. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }
}
