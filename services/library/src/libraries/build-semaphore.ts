import { unavailable } from '@nightshelf/platform';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';

/** Lets a few libraries be built at once; others wait, as far as there is room. */
export class BuildSemaphore {
  readonly #bulkhead;

  constructor(atOnce: number, mostWaiting: number) {
    this.#bulkhead = bulkhead(atOnce, mostWaiting);
  }

  /** @throws CodedError 503 when too many wait already */
  run<Result>(build: () => Promise<Result>): Promise<Result> {
    return this.#bulkhead.execute(build).catch((error: unknown) => {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw unavailable('library.busy', 'Too many libraries are opened right now. Please try again.');
    });
  }
}
