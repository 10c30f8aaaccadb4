/**
 * Nearest-rank percentile, rounded to tenths.
 * @param rank 0 to 100; 100 is the largest value
 * @returns NaN for no values
 */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1)] ?? Number.NaN;
  return Math.round(value * 10) / 10;
}
