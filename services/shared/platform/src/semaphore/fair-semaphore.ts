import type { CodedError } from '../errors/coded-error.ts';

export interface FairSemaphoreOptions {
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

interface Item {
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** The queue of each key, in the order of the keys' turns; none is empty. */
type Queues = Map<string, Item[]>;

/**
 * Limits concurrent work. Groups take turns, and so do the keys in each group, so that a busy key delays only itself.
 * When the queue is full, the last item of the longest queue is rejected.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  /** In the order of their turns; none is empty. */
  readonly #groups = new Map<string, Queues>();
  #free: number;
  #waiting = 0;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#free = options.atOnce;
  }

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
      const next = this.#next();
      if (next) next.begin();
      else this.#free += 1;
    }
  }

  async #wait(key: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { waiting, waitingOfOne, refusal, groupOf = () => '' } = this.#options;
    const group = groupOf(key);
    const queues = this.#groups.get(group) ?? new Map<string, Item[]>();
    const queue = queues.get(key) ?? [];
    if (queue.length >= waitingOfOne) throw refusal('one');
    const all = [...queues.values()];
    if (all.reduce((sum, { length }) => sum + length, 0) >= waiting) {
      const longest = all.reduce((a, b) => (b.length > a.length ? b : a), queue);
      if (longest.length <= queue.length + 1) throw refusal('all');
      longest.pop()?.refuse(refusal('all'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const item: Item = { begin: resolve, refuse: reject };
    const giveUp = () => {
      const place = queue.indexOf(item);
      if (place >= 0) queue.splice(place, 1);
      if (queue.length === 0 && queues.get(key) === queue) this.#remove(group, queues, key);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    queue.push(item);
    queues.set(key, queue);
    this.#groups.set(group, queues);
    this.#waiting += 1;
    try {
      await promise;
    } finally {
      this.#waiting -= 1;
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Removes the first item of the key whose turn it is, and moves this key and its group to the end. */
  #next(): Item | undefined {
    const [group, queues] = this.#groups.entries().next().value ?? [];
    const [key, queue] = queues?.entries().next().value ?? [];
    if (group === undefined || !queues || key === undefined || !queue) return undefined;
    const item = queue.shift();
    this.#remove(group, queues, key);
    if (queue.length > 0) queues.set(key, queue);
    if (queues.size > 0) {
      this.#groups.delete(group);
      this.#groups.set(group, queues);
    }
    return item;
  }

  #remove(group: string, queues: Queues, key: string): void {
    queues.delete(key);
    if (queues.size === 0) this.#groups.delete(group);
  }
}
