import type { Counts } from './reports.ts';

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
  const skipped = results.flatMap(({ name, counts }) => counts.skipped.map((what) => `  ${name}: ${what}`));
  const passed = sum(results.map(({ counts }) => counts.passed));
  const failures = results.flatMap(({ name, counts }) => counts.failed.map((what) => `  ${name}: ${indent(what)}`));
  const failed = failures.length + (strict ? skipped.length : 0);
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(
    ({ name, seconds, counts }) =>
      `  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s  ${describeCounts(counts)}`,
  );
  const closing = `${passed} passed, ${failed} failed`;
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

function describeCounts({ passed, failed, skipped }: Counts): string {
  const parts = [
    passed > 0 ? `${passed} passed` : '',
    failed.length > 0 ? `${failed.length} failed` : '',
    skipped.length > 0 ? `${skipped.length} skipped` : '',
  ].filter(Boolean);
  return parts.join(', ') || 'nothing to do';
}

const indent = (text: string) => text.replaceAll('\n', '\n    ');

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
