import { FairSemaphore } from '@nightshelf/platform/semaphore/fair-semaphore.ts';
import { limitReached, type Patience } from './patience.ts';

/** Most that wait in a process, of one kind of asker, and for one asker. */
const waiting = 500;
const waitingOfOne = 8;

const refusal = () => limitReached(null);
const oneAtOnce = { atOnce: 1, waiting, refusal };

/** One waits for the provider's pace at a time; the others have their turns by kind, and in each kind by who it is. */
export class Turns {
  readonly #kinds = new FairSemaphore({ ...oneAtOnce, waitingOfOne: waiting });
  readonly #askers = new Map<string, FairSemaphore>();

  /** @throws ProviderFault when the patience is over, or too many wait */
  async run<Result>(
    { kind, name }: { readonly kind: string; readonly name: string },
    patience: Patience,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const askers = this.#askers.get(kind) ?? new FairSemaphore({ ...oneAtOnce, waitingOfOne });
    this.#askers.set(kind, askers);
    const signal = AbortSignal.timeout(patience.leftMs);
    try {
      return await askers.run(name, () => this.#kinds.run(kind, work, signal), signal);
    } catch (error) {
      throw error === signal.reason ? limitReached(null) : error;
    }
  }
}
