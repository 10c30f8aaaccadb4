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

/** What the bus acknowledged last to one publisher, per partition: as long as it has that, it has what came before. */
export class Marks {
  readonly #positions = new Map<string, string>();

  constructor(positions: MarkRecord = {}) {
    this.add(positions);
  }

  get(topic: string, partition: number): string | undefined {
    return this.#positions.get(`${topic}:${partition}`);
  }

  set(topic: string, partition: number, position: string): void {
    this.#positions.set(`${topic}:${partition}`, position);
  }

  add(positions: MarkRecord): void {
    for (const [name, position] of Object.entries(positions)) this.#positions.set(name, position);
  }

  clear(): void {
    this.#positions.clear();
  }

  /** Those that differ from `before`. */
  since(before: MarkRecord): MarkRecord {
    return Object.fromEntries([...this.#positions].filter(([name, position]) => before[name] !== position));
  }

  toRecord(): MarkRecord {
    return Object.fromEntries(this.#positions);
  }

  list(): Mark[] {
    return [...this.#positions].map(([name, position]) => {
      const colon = name.lastIndexOf(':');
      return { topic: name.slice(0, colon), partition: Number(name.slice(colon + 1)), position };
    });
  }
}
