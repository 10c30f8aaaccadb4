/** What came of a stage. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** What was left out, each in words. */
  readonly skipped: readonly string[];
}

export const passedOnce: Counts = { passed: 1, failed: 0, skipped: [] };

export const failedOnce: Counts = { passed: 0, failed: 1, skipped: [] };

/** A stage that could not run at all, and why. */
export const skippedOnce = (why: string): Counts => ({ passed: 0, failed: 0, skipped: [why] });

export const nothing: Counts = { passed: 0, failed: 0, skipped: [] };

/** What came of several runs together. */
export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.flatMap(({ skipped }) => skipped),
});
