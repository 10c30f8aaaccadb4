import { CodedError } from '@nightshelf/platform';
import { type BulkheadPolicy, bulkhead, isBulkheadRejectedError } from 'cockatiel';

/** Lets few pieces of work run at a time, lets some wait and refuses the rest with 503. */
export class Semaphore {
  readonly #bulkhead: BulkheadPolicy;

  constructor(atOnce: number, waiting: number) {
    this.#bulkhead = bulkhead(atOnce, waiting);
  }

  /** @throws CodedError 503 when too many wait already; `work` was not started then */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#bulkhead.execute(work);
    } catch (error) {
      throw isBulkheadRejectedError(error) ? busy() : error;
    }
  }
}

const busy = () =>
  new CodedError(503, 'auth.busy', 'Too many people are signing in right now. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });
