/** The bus lacks records that it acknowledged: it was emptied, replaced or restored to an earlier state. */
export class BusLostContentError extends Error {
  override name = 'BusLostContentError';
}

export interface Mark {
  readonly topic: string;
  readonly partition: number;
  /** In the bus's own notation. */
  readonly position: string;
}

/** By `<topic>:<partition>`. */
export type MarkRecord = Readonly<Record<string, string>>;

/**
 * The last acknowledged offsets per partition: while the bus has such a record, it has all earlier ones. A partition
 * may have several, from different publishers, because the bus may have lost an older one and have a newer one.
 */
export class Marks {
  readonly #positions = new Map<string, readonly string[]>();

  constructor(positions: MarkRecord = {}) {
    this.add(positions);
  }

  of(topic: string, partition: number): readonly string[] {
    return this.#positions.get(`${topic}:${partition}`) ?? [];
  }

  /** Replaces all offsets of the partition, which the bus had when it acknowledged this one. */
  set(topic: string, partition: number, position: string): void {
    this.#positions.set(`${topic}:${partition}`, [position]);
  }

  /** Adds offsets without replacing others. */
  add(positions: MarkRecord): void {
    for (const [name, position] of Object.entries(positions)) {
      const known = this.#positions.get(name) ?? [];
      if (!known.includes(position)) this.#positions.set(name, [...known, position]);
    }
  }

  clear(): void {
    this.#positions.clear();
  }

  /** Returns the offsets that differ from `before`. */
  since(before: MarkRecord): MarkRecord {
    return Object.fromEntries(Object.entries(this.toRecord()).filter(([name, position]) => before[name] !== position));
  }

  /** Returns the last offset that was set or added for each partition. */
  toRecord(): MarkRecord {
    return Object.fromEntries([...this.#positions].map(([name, positions]) => [name, positions.at(-1) ?? '']));
  }

  list(): Mark[] {
    return [...this.#positions].flatMap(([name, positions]) => {
      const colon = name.lastIndexOf(':');
      const [topic, partition] = [name.slice(0, colon), Number(name.slice(colon + 1))];
      return positions.map((position) => ({ topic, partition, position }));
    });
  }
}
