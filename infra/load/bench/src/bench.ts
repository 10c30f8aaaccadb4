/** One thing that a turn of a bench has measured. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Null when it says how the machine was, not how good the product is: never a verdict. */
  readonly better: 'less' | 'more' | null;
  readonly value: number;
}

/** A bench that measures in turns, and so can compare two commits on a machine that does other things too. */
export interface Bench {
  /** What is measured and how, in a sentence. */
  readonly what: string;
  /**
   * Starts what it measures, lets it run warm, measures once, and stops everything. Whatever measures is this checkout's.
   * @param root folder of the checkout whose product is measured
   */
  turn(root: string): Promise<Figure[]>;
}

export const less = (name: string, unit: string, value: number): Figure => ({ name, unit, better: 'less', value });
export const more = (name: string, unit: string, value: number): Figure => ({ name, unit, better: 'more', value });
export const neither = (name: string, unit: string, value: number): Figure => ({ name, unit, better: null, value });
