/** What came of a stage. */
export interface Counts {
  readonly passed: number;
  /** What failed, each in words: which test, and what it says. */
  readonly failed: readonly string[];
  /** What was left out, each in words. */
  readonly skipped: readonly string[];
}

export const passedOnce: Counts = { passed: 1, failed: [], skipped: [] };

export const failedOnce = (what: string): Counts => ({ passed: 0, failed: [what], skipped: [] });

/** A stage that could not run at all, and why. */
export const skippedOnce = (why: string): Counts => ({ passed: 0, failed: [], skipped: [why] });

export const nothing: Counts = { passed: 0, failed: [], skipped: [] };

/** What came of several runs together. */
export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.flatMap(({ failed }) => failed),
  skipped: all.flatMap(({ skipped }) => skipped),
});
