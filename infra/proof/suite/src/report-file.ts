import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Has a command write a JSON report, and reads it.
 * @param run is given the path to write to
 * @returns null when no report was written
 */
export async function withReport<Report>(
  run: (path: string) => Promise<number>,
): Promise<{ exitCode: number; report: Report | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-report-'));
  const path = join(folder, 'report.json');
  try {
    const exitCode = await run(path);
    return { exitCode, report: readReport(path) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readReport<Report>(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
