import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { type Asker, nameOf } from './asker.ts';
import { limitReached, type Patience } from './patience.ts';

/** Most that wait in a process, of one kind of asker, and for one asker. */
const waiting = 500;
const waitingOfOne = 8;

/**
 * One waits for the provider's pace at a time; the others have their turns by kind, and in each kind by who it is. Requested games
 * have had their turns by user before they come here, one after the other.
 */
export class Turns {
  readonly #semaphore = new FairSemaphore({
    atOnce: 1,
    waiting,
    waitingOfOne,
    refusal: () => limitReached(null),
    groupOf: (key) => key.slice(0, key.indexOf(':')),
  });

  /**
   * @param asker null for what all need
   * @throws ProviderFault when the patience is over, or too many wait
   */
  async run<Result>(asker: Asker | null, patience: Patience, work: () => Promise<Result>): Promise<Result> {
    const signal = AbortSignal.timeout(patience.leftMs);
    try {
      return await this.#semaphore.run(lineOf(asker), work, signal);
    } catch (error) {
      throw error === signal.reason ? limitReached(null) : error;
    }
  }
}

function lineOf(asker: Asker | null): string {
  if (!asker) return 'all:';
  return asker.kind === 'request' ? 'request:' : `${asker.kind}:${nameOf(asker)}`;
}
