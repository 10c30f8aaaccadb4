interface Line<Item> {
  readonly group: string;
  readonly items: Item[];
  /** When it had its last turn, by `performance.now()`. */
  servedAt: number;
}

/** How long after its turn a key does not go first again, in milliseconds: as long as people take from one search to the next. */
const latelyMs = 30_000;

/**
 * What waits, in a line for each key. A key that has had no turn lately goes first (as sparse flows do in FQ-CoDel,
 * RFC 8290), so that who brings little hardly waits for those who always have something waiting. These have turns by group,
 * and in each group by key, however long each of their lines is.
 */
export class Lines<Item> {
  readonly #groupOf: (key: string) => string;
  readonly #lines = new Map<string, Line<Item>>();
  /** Keys in the order of their turns. */
  readonly #fresh = new Set<string>();
  /** Keys that have had a turn lately, whether or not something waits, by group; keys and groups in the order of their turns. */
  readonly #served = new Map<string, Set<string>>();
  #size = 0;

  constructor(groupOf: (key: string) => string) {
    this.#groupOf = groupOf;
  }

  lengthOf(key: string): number {
    return this.#lines.get(key)?.items.length ?? 0;
  }

  /** How much waits in the group of this key. */
  sizeAround(key: string): number {
    return this.#linesAround(key).reduce((sum, [, { items }]) => sum + items.length, 0);
  }

  add(key: string, item: Item): void {
    let line = this.#lines.get(key);
    if (!line) {
      line = { group: this.#groupOf(key), items: [], servedAt: 0 };
      this.#lines.set(key, line);
      this.#fresh.add(key);
    }
    line.items.push(item);
    this.#size += 1;
  }

  /** Takes out the first of the line whose turn it is. */
  next(): Item | undefined {
    const key = this.#freshKey() ?? this.#servedKey();
    const line = key === undefined ? undefined : this.#lines.get(key);
    if (key === undefined || !line) return undefined;
    const served = this.#served.get(line.group) ?? new Set();
    this.#served.set(line.group, served.add(key));
    line.servedAt = performance.now();
    const item = line.items.shift();
    this.#left();
    return item;
  }

  /** Takes out the last of the longest line in the group of this key, if that is longer than `length`. */
  dropFromLongest(key: string, length: number): Item | undefined {
    const lines = this.#linesAround(key).map(([, { items }]) => items);
    const longest = Math.max(...lines.map((items) => items.length));
    const items = longest > length ? lines.find((line) => line.length === longest) : undefined;
    const item = items?.pop();
    if (item !== undefined) this.#left();
    return item;
  }

  remove(key: string, item: Item): void {
    const items = this.#lines.get(key)?.items;
    const at = items?.indexOf(item) ?? -1;
    if (!items || at < 0) return;
    items.splice(at, 1);
    this.#left();
  }

  #freshKey(): string | undefined {
    for (const key of this.#fresh) {
      this.#fresh.delete(key);
      if (this.lengthOf(key) > 0) return key;
      this.#lines.delete(key);
    }
    return undefined;
  }

  #servedKey(): string | undefined {
    for (const [group, keys] of this.#served) {
      const key = this.#turnAmong(keys);
      if (keys.size === 0) this.#served.delete(group);
      if (key === undefined) continue;
      this.#served.delete(group);
      this.#served.set(group, keys);
      return key;
    }
    return undefined;
  }

  #turnAmong(keys: Set<string>): string | undefined {
    const before = performance.now() - latelyMs;
    for (const key of keys) {
      const line = this.#lines.get(key);
      if (line && line.items.length > 0) {
        keys.delete(key);
        return key;
      }
      if (line && line.servedAt > before) continue;
      keys.delete(key);
      this.#lines.delete(key);
    }
    return undefined;
  }

  #linesAround(key: string) {
    const group = this.#groupOf(key);
    return [...this.#lines].filter(([, line]) => line.group === group);
  }

  /** One less waits. When nobody does, nobody's turns need be remembered. */
  #left(): void {
    this.#size -= 1;
    if (this.#size > 0) return;
    this.#lines.clear();
    this.#fresh.clear();
    this.#served.clear();
  }
}
