import { type Deadline, late } from '../http/deadline.ts';
import { FairSemaphore } from '../semaphore/fair-semaphore.ts';
import { DatabaseBusyError } from './heal-pool.ts';

/** Queue limits, in total and per caller: above the 100 requests that a gateway has in flight for one caller. */
const waiting = 1000;
const waitingOfOne = 200;

/**
 * Limits the concurrent changes of callers, each of which uses a connection. The queue is fair by caller, so that one
 * with many requests does not block the others.
 */
export class TurnsOfCallers {
  readonly #semaphore: FairSemaphore;

  constructor(atOnce: number) {
    const refusal = () => new DatabaseBusyError('Too many changes wait for their turn');
    this.#semaphore = new FairSemaphore({ atOnce, waiting, waitingOfOne, refusal });
  }

  /** @throws CodedError 503 `service.late` past the deadline; DatabaseBusyError when the queue is full */
  run<Result>(caller: string, deadline: Deadline, change: () => Promise<Result>): Promise<Result> {
    const overdue = new AbortController();
    // A timer may fire up to a millisecond early, when the deadline has not passed yet.
    const timer = setTimeout(() => overdue.abort(late()), Math.max(0, Math.ceil(deadline.left())));
    return this.#semaphore.run(caller, change, overdue.signal).finally(() => clearTimeout(timer));
  }
}
