import type { CodedError } from '../errors/coded-error.ts';

interface Line<Item> {
  readonly group: string;
  readonly items: Item[];
  /** Its last turn, by `performance.now()`. */
  servedAt: number;
}

interface Group {
  /** Keys without a recent turn, in order of arrival. */
  readonly fresh: Set<string>;
  /** Keys with a recent turn, in order of their turns, whether or not they have items. */
  readonly served: Set<string>;
  /** Number of queued items. */
  size: number;
}

const [fresh, served] = ['fresh', 'served'] as const;
type Which = typeof fresh | typeof served;

/** How long after its turn a key has no priority: the time between two searches of a person. */
const latelyMs = 30_000;

/** Maximum remembered turns of a group, because each turn scans all of them. */
const mostRemembered = 1000;

/** Maximum consecutive turns of keys with priority. */
const mostFresh = 8;

/**
 * A line of queued items for each key. Keys without a recent turn go first (as sparse flows do in FQ-CoDel, RFC 8290),
 * those with a single item before the others, so that an occasional caller hardly waits for busy ones. At both
 * priorities groups take turns, and so do the keys in each group, whatever their number and the lengths of their lines.
 */
class Lines<Item> {
  readonly #groupOf: (key: string) => string;
  readonly #lines = new Map<string, Line<Item>>();
  /** In order of their turns. */
  readonly #groups = new Map<string, Group>();
  #freshInARow = 0;

  constructor(groupOf: (key: string) => string) {
    this.#groupOf = groupOf;
  }

  lengthOf(key: string): number {
    return this.#lines.get(key)?.items.length ?? 0;
  }

  /** Number of queued items in the group of this key. */
  sizeAround(key: string): number {
    return this.#groupNamed(this.#groupOf(key)).size;
  }

  add(key: string, item: Item): void {
    const name = this.#groupOf(key);
    const group = this.#groupNamed(name);
    this.#forgetOldTurns(group);
    let line = this.#lines.get(key);
    if (!line) {
      line = { group: name, items: [], servedAt: 0 };
      this.#lines.set(key, line);
      group.fresh.add(key);
    }
    line.items.push(item);
    group.size += 1;
  }

  /** Removes the first item of the line whose turn it is. */
  next(): Item | undefined {
    // Callers with a new key each time must not starve the others.
    const isPatient = this.#freshInARow < mostFresh;
    const [first, second] = isPatient ? [fresh, served] : [served, fresh];
    return this.#turnOf(first, isPatient) ?? this.#turnOf(second, isPatient);
  }

  #turnOf(which: Which, isPatient: boolean): Item | undefined {
    for (const [name, group] of this.#groups) {
      const key = which === fresh ? this.#freshAmong(group.fresh, isPatient) : this.#servedAmong(group.served);
      const line = key === undefined ? undefined : this.#lines.get(key);
      if (key === undefined || !line) continue;
      this.#groups.delete(name);
      this.#groups.set(name, group);
      group.served.add(key);
      line.servedAt = performance.now();
      this.#freshInARow = which === fresh ? this.#freshInARow + 1 : 0;
      group.size -= 1;
      return line.items.shift();
    }
    return undefined;
  }

  /** Removes the last item of the longest line in the group of this key, if it is longer than `length`. */
  dropFromLongest(key: string, length: number): Item | undefined {
    const lines = this.#linesAround(key).map(([, { items }]) => items);
    const longest = Math.max(...lines.map((items) => items.length));
    const items = longest > length ? lines.find((line) => line.length === longest) : undefined;
    if (items) this.#groupNamed(this.#groupOf(key)).size -= 1;
    return items?.pop();
  }

  remove(key: string, item: Item): void {
    const items = this.#lines.get(key)?.items;
    const at = items?.indexOf(item) ?? -1;
    if (!items || at < 0) return;
    items.splice(at, 1);
    this.#groupNamed(this.#groupOf(key)).size -= 1;
  }

  #groupNamed(name: string): Group {
    const group = this.#groups.get(name) ?? { fresh: new Set(), served: new Set(), size: 0 };
    this.#groups.set(name, group);
    return group;
  }

  /** Includes keys without items. */
  #forgetOldTurns({ served }: Group): void {
    const before = performance.now() - latelyMs;
    for (const key of served) {
      const line = this.#lines.get(key);
      if (line && (line.items.length > 0 || (line.servedAt > before && served.size <= mostRemembered))) return;
      served.delete(key);
      this.#lines.delete(key);
    }
  }

  /** @param isPatient whether a key with a single item goes before keys that came earlier */
  #freshAmong(keys: Set<string>, isPatient: boolean): string | undefined {
    let found: string | undefined;
    for (const key of keys) {
      const length = this.lengthOf(key);
      if (length === 0) {
        keys.delete(key);
        this.#lines.delete(key);
        continue;
      }
      const goesFirst = length === 1 || !isPatient;
      if (goesFirst || found === undefined) found = key;
      if (goesFirst) break;
    }
    if (found !== undefined) keys.delete(found);
    return found;
  }

  #servedAmong(keys: Set<string>): string | undefined {
    for (const key of keys) {
      if (this.lengthOf(key) === 0) continue;
      keys.delete(key);
      return key;
    }
    return undefined;
  }

  #linesAround(key: string) {
    const group = this.#groupOf(key);
    return [...this.#lines].filter(([, line]) => line.group === group);
  }
}

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
