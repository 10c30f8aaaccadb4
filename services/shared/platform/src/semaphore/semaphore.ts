import { type BulkheadPolicy, bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { unavailable } from '../errors/coded-error.ts';

/** Lets few pieces of work run at a time, lets some wait and refuses the rest with 503. */
export class Semaphore {
  readonly #bulkhead: BulkheadPolicy;
  readonly #refusal: { readonly code: string; readonly message: string };

  constructor(atOnce: number, waiting: number, refusal: { readonly code: string; readonly message: string }) {
    this.#bulkhead = bulkhead(atOnce, waiting);
    this.#refusal = refusal;
  }

  /** @throws CodedError 503 when too many wait already; `work` was not started then */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#bulkhead.execute(work);
    } catch (error) {
      throw isBulkheadRejectedError(error) ? unavailable(this.#refusal.code, this.#refusal.message) : error;
    }
  }
}
