import { type BulkheadPolicy, bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { CodedError } from '../errors/coded-error.ts';

/** Limits concurrent work, queues some and rejects the rest. */
export class Semaphore {
  readonly #bulkhead: BulkheadPolicy;
  readonly #refusal: () => CodedError;

  constructor(atOnce: number, waiting: number, refusal: () => CodedError) {
    this.#bulkhead = bulkhead(atOnce, waiting);
    this.#refusal = refusal;
  }

  /** @throws the refusal when the queue is full; `work` was not started then */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#bulkhead.execute(work);
    } catch (error) {
      throw isBulkheadRejectedError(error) ? this.#refusal() : error;
    }
  }
}
