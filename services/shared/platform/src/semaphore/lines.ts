interface Line<Item> {
  readonly group: string;
  readonly items: Item[];
  /** When it had its last turn, by `performance.now()`. */
  servedAt: number;
}

interface Group {
  /** Keys that have had no turn lately, in the order in which they came. */
  readonly fresh: Set<string>;
  /** Keys that have had a turn lately, whether or not something waits, in the order of their turns. */
  readonly served: Set<string>;
  /** How much waits in it. */
  size: number;
}

const [fresh, served] = ['fresh', 'served'] as const;
type Which = typeof fresh | typeof served;

/** How long after its turn a key does not go first again, in milliseconds: as long as people take from one search to the next. */
const latelyMs = 30_000;

/** Keys of a group that are remembered at most to have had a turn: all of them are looked at for the next. */
const mostRemembered = 1000;

/** So many keys that have had no turn lately may go before all others, one after the other. */
const mostFresh = 8;

/**
 * What waits, in a line for each key. A key that has had no turn lately goes first (as sparse flows do in FQ-CoDel,
 * RFC 8290), and of such keys one of which a single thing waits, so that who brings little hardly waits for those who always have
 * something waiting. Among these, and among those that go first, groups have turns, and in each group keys, however many keys are
 * in a group and however long their lines are.
 */
export class Lines<Item> {
  readonly #groupOf: (key: string) => string;
  readonly #lines = new Map<string, Line<Item>>();
  /** In the order of their turns. */
  readonly #groups = new Map<string, Group>();
  #freshInARow = 0;

  constructor(groupOf: (key: string) => string) {
    this.#groupOf = groupOf;
  }

  lengthOf(key: string): number {
    return this.#lines.get(key)?.items.length ?? 0;
  }

  /** How much waits in the group of this key. */
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

  /** Takes out the first of the line whose turn it is. */
  next(): Item | undefined {
    // Whoever can be somebody new each time keeps nobody waiting for ever.
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

  /** Takes out the last of the longest line in the group of this key, if that is longer than `length`. */
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

  /** Also those of whom nothing comes any more. */
  #forgetOldTurns({ served }: Group): void {
    const before = performance.now() - latelyMs;
    for (const key of served) {
      const line = this.#lines.get(key);
      if (line && (line.items.length > 0 || (line.servedAt > before && served.size <= mostRemembered))) return;
      served.delete(key);
      this.#lines.delete(key);
    }
  }

  /** @param isPatient whether one that brings a single thing goes before those that came earlier */
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
