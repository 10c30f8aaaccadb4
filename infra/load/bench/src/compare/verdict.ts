import type { Figure } from '../bench.ts';
import { type Summary, summaryOf } from '../statistics.ts';

export type Judgement = 'better' | 'worse' | 'same';

export interface Verdict {
  readonly figure: Figure;
  readonly before: Summary;
  readonly after: Summary;
  /** Median of what each pair of turns says, as a share of the value before: -0.1 is a tenth less. */
  readonly change: number;
  readonly judgement: Judgement;
}

/** What differs by less is not worth anybody's time. */
const leastChange = 0.03;

/**
 * Judges one figure by the turns that two commits took one after the other.
 * They differ when the middle halves of their values do not meet, and by 3 % at least.
 */
export function judge(figure: Figure, before: readonly number[], after: readonly number[]): Verdict {
  const [one, other] = [summaryOf(before), summaryOf(after)];
  const { median: change } = summaryOf(before.map((value, turn) => (after[turn] ?? Number.NaN) / value - 1));
  const apart = one.high < other.low || other.high < one.low;
  const differs = figure.better !== null && apart && Math.abs(change) >= leastChange;
  const judgement = differs ? (change < 0 === (figure.better === 'less') ? 'better' : 'worse') : 'same';
  return { figure, before: one, after: other, change, judgement };
}
