/** The bus has less than it once acknowledged: it was emptied, replaced or set back. */
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
 * What the bus acknowledged last, per partition: as long as it has that, it has what came before. Several of a partition
 * where what different publishers were told comes together: the bus may lack an older one and have a newer one.
 */
export class Marks {
  readonly #positions = new Map<string, readonly string[]>();

  constructor(positions: MarkRecord = {}) {
    this.add(positions);
  }

  /** All of a partition. */
  of(topic: string, partition: number): readonly string[] {
    return this.#positions.get(`${topic}:${partition}`) ?? [];
  }

  /** In place of all others of the partition, which the bus had when it acknowledged this one. */
  set(topic: string, partition: number, position: string): void {
    this.#positions.set(`${topic}:${partition}`, [position]);
  }

  /** Beside the others. */
  add(positions: MarkRecord): void {
    for (const [name, position] of Object.entries(positions)) {
      const known = this.#positions.get(name) ?? [];
      if (!known.includes(position)) this.#positions.set(name, [...known, position]);
    }
  }

  clear(): void {
    this.#positions.clear();
  }

  /** Those that differ from `before`. */
  since(before: MarkRecord): MarkRecord {
    return Object.fromEntries(Object.entries(this.toRecord()).filter(([name, position]) => before[name] !== position));
  }

  /** Of each partition what was set or added last. */
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
