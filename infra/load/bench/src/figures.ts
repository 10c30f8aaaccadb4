/** One measured value. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Null when the value describes the machine and is not compared. */
  readonly better: 'less' | 'more' | null;
  readonly value: number;
}

export interface Bench {
  /** What is measured and how, in a sentence. */
  readonly what: string;
  /** The names of the figures that docs/performance.md shows. */
  readonly onPage: RegExp;
  /**
   * Starts the product, warms it up, measures once and stops everything.
   * @param root folder of the checkout whose product is measured; the bench itself is always this checkout's
   */
  turn(root: string): Promise<Figure[]>;
}

export const less = (name: string, unit: string, value: number): Figure => ({ name, unit, better: 'less', value });
export const more = (name: string, unit: string, value: number): Figure => ({ name, unit, better: 'more', value });
export const neither = (name: string, unit: string, value: number): Figure => ({ name, unit, better: null, value });
