import { percentile, type Summary, summaryOf } from './statistics.ts';

/** One measured value. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Null when the value describes the machine and is not compared. */
  readonly better: 'less' | 'more' | null;
  readonly value: number;
}

export interface Bench {
  /** One sentence that names the measurement and its method. */
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

/** Returns percentiles of times in milliseconds. */
export const percentiles = (name: string, times: readonly number[], ranks: readonly number[] = [50, 95]) =>
  ranks.map((rank) => less(`${name}: p${rank}`, 'ms', percentile(times, rank)));

/** How a value of two commits differs. */
export interface Verdict {
  readonly figure: Figure;
  readonly before: Summary;
  readonly after: Summary;
  /** Median over the pairs of turns, relative to the value before: -0.1 is a tenth less. */
  readonly change: number;
  readonly judgement: 'better' | 'worse' | 'same';
}

/** Smaller changes are not reported. */
const leastChange = 0.03;

/**
 * Compares the values of two commits, which took turns. They differ when the middle halves of the values do not
 * overlap and the change is at least 3 %.
 */
export function judge(figure: Figure, before: readonly number[], after: readonly number[]): Verdict {
  const [one, other] = [summaryOf(before), summaryOf(after)];
  const { median: change } = summaryOf(before.map((value, turn) => (after[turn] ?? Number.NaN) / value - 1));
  const apart = one.high < other.low || other.high < one.low;
  const differs = figure.better !== null && apart && Math.abs(change) >= leastChange;
  const judgement = differs ? (change < 0 === (figure.better === 'less') ? 'better' : 'worse') : 'same';
  return { figure, before: one, after: other, change, judgement };
}
