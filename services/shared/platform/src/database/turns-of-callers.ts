import { type Deadline, late } from '../http/deadline.ts';
import { FairSemaphore } from '../semaphore/fair-semaphore.ts';
import { DatabaseBusyError } from './heal-pool.ts';

/** Most that may wait, of all callers and of one: more than a gateway has of one in hand (100). */
const waiting = 1000;
const waitingOfOne = 200;

/**
 * Lets so many changes that callers want run at a time, each of which takes a connection. What waits has its turn by caller, so
 * that one who sends many at once keeps nobody else's waiting behind them.
 */
export class TurnsOfCallers {
  readonly #semaphore: FairSemaphore;

  constructor(atOnce: number) {
    const refusal = () => new DatabaseBusyError('Too many changes wait for their turn');
    this.#semaphore = new FairSemaphore({ atOnce, waiting, waitingOfOne, refusal });
  }

  /** @throws CodedError 503 `service.late`, past the deadline; DatabaseBusyError */
  run<Result>(caller: string, deadline: Deadline, change: () => Promise<Result>): Promise<Result> {
    const overdue = new AbortController();
    // A timer may ring up to a millisecond before the deadline: whoever asks the clock then is told that there is time left.
    const timer = setTimeout(() => overdue.abort(late()), Math.max(0, Math.ceil(deadline.left())));
    return this.#semaphore.run(caller, change, overdue.signal).finally(() => clearTimeout(timer));
  }
}
