import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { type Asker, nameOf } from './asker.ts';
import { limitReached, type Patience } from './patience.ts';

/** Most waiting requests per process and kind, and per caller. */
const waiting = 500;
const waitingOfOne = 8;

/**
 * Lets one request wait for the provider's limit at a time; the others take turns by kind, then by caller. Requested
 * games arrive already ordered by user.
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
   * @param asker null for shared requests
   * @throws ProviderFault after the longest wait, or when too many requests wait
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
