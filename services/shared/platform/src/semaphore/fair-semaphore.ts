import type { CodedError } from '../errors/coded-error.ts';
import { Lines } from './lines.ts';

export interface FairSemaphoreOptions {
  /** Maximum work in progress. */
  readonly atOnce: number;
  /** Maximum queued work of all keys of a group. */
  readonly waiting: number;
  /** Maximum queued work of one key. */
  readonly waitingOfOne: number;
  /** Returns the error when the queue of the group or of one key is full. */
  readonly refusal: (whose: 'all' | 'one') => Error | CodedError;
  /** Groups take turns too, however many keys they have; by default all keys belong to one group. */
  readonly groupOf?: (key: string) => string;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Limits concurrent work. Queued work takes turns by key (`Lines`), so that a busy key delays only itself. When the
 * queue is full, the last item of the longest line is rejected.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  readonly #lines: Lines<Waiting>;
  #free: number;
  #waiting = 0;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#lines = new Lines(options.groupOf ?? (() => ''));
    this.#free = options.atOnce;
  }

  /** Number of queued items. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * @param signal ends the wait, not the work
   * @throws the refusal, or the signal's reason; `work` was not started then
   */
  async run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(key, signal);
    try {
      return await work();
    } finally {
      const next = this.#lines.next();
      if (next) next.begin();
      else this.#free += 1;
    }
  }

  async #wait(key: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { waiting, waitingOfOne, refusal } = this.#options;
    const own = this.#lines.lengthOf(key);
    if (own >= waitingOfOne) throw refusal('one');
    if (this.#lines.sizeAround(key) >= waiting) {
      const dropped = this.#lines.dropFromLongest(key, own + 1);
      if (!dropped) throw refusal('all');
      dropped.refuse(refusal('all'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const item: Waiting = { begin: resolve, refuse: reject };
    const giveUp = () => {
      this.#lines.remove(key, item);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#lines.add(key, item);
    this.#waiting += 1;
    try {
      await promise;
    } finally {
      this.#waiting -= 1;
      signal?.removeEventListener('abort', giveUp);
    }
  }
}
