/** The value at a rank of sorted values, nearest rank; NaN for none. */
const atRank = (sorted: readonly number[], rank: number) =>
  sorted[Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1)] ?? Number.NaN;

const inOrder = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/**
 * Returns the nearest-rank percentile, rounded to tenths.
 * @param rank 0 to 100; 100 is the largest value
 * @returns NaN for no values
 */
export function percentile(values: readonly number[], rank: number): number {
  return Math.round(atRank(inOrder(values), rank) * 10) / 10;
}

export interface Summary {
  readonly median: number;
  /** The middle half of the values lies between `low` and `high`. */
  readonly low: number;
  readonly high: number;
}

/** Omits a quarter of the values at both ends, because other work on the machine makes some turns very slow. */
export function summaryOf(values: readonly number[]): Summary {
  const sorted = inOrder(values);
  const half = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[half] : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
  const cut = Math.floor(sorted.length / 4);
  return {
    median: median ?? Number.NaN,
    low: sorted[cut] ?? Number.NaN,
    high: sorted[sorted.length - 1 - cut] ?? Number.NaN,
  };
}

/** For values that other work on the machine can only increase, such as CPU time. */
export const lowerQuartile = (values: readonly number[]) => atRank(inOrder(values), 25);
