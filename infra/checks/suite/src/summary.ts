import { type Counts, sum } from './reports.ts';

export interface StageResult {
  readonly name: string;
  readonly seconds: number;
  readonly counts: Counts;
}

export interface Summary {
  /** Failures, a line per stage, skipped tests, and `N passed, N failed` as the last line, which CI reads. */
  readonly text: string;
  readonly exitCode: number;
}

/** @param strict counts skipped tests as failed, for CI */
export function summarise(results: readonly StageResult[], strict: boolean): Summary {
  const listed = (kind: 'failed' | 'skipped') =>
    results.flatMap(({ name, counts }) => counts[kind].map((what) => `  ${name}: ${what}`));
  const [failures, skipped] = [listed('failed'), listed('skipped')];
  const failed = failures.length + (strict ? skipped.length : 0);
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(
    ({ name, seconds, counts }) =>
      `  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s  ${counts.passed} passed, ${counts.failed.length} failed, ${counts.skipped.length} skipped`,
  );
  const closing = `${sum(results.map(({ counts }) => counts)).passed} passed, ${failed} failed`;
  const lines = [
    ...(failures.length > 0 ? ['', 'Failed:', ...failures] : []),
    '',
    ...rows,
    ...(skipped.length > 0 ? ['', strict ? 'Skipped, which CI counts as failed:' : 'Skipped:', ...skipped] : []),
    '',
    skipped.length > 0 && !strict ? `${closing}, ${skipped.length} skipped` : closing,
  ];
  return { text: lines.join('\n'), exitCode: failed > 0 ? 1 : 0 };
}
