import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { runDrill } from '../src/drill.ts';
import { writeReport } from '../src/report/report.ts';

/** Long: every limit of the drill itself grows with the machine's slowness, and fails with words of its own. */
export const enoughMs = 15 * 60_000;

/** Unhurried: both drills run beside other tests, and what gamers do takes three quarters of a drill's work. */
const pauseMs = 900;

/** Forty faults of one seed on a bus, after which nothing may be lost, doubled or stuck. */
export async function fortyFaults(bus: 'redis' | 'kafka', { signal }: TestContext): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `nightshelf-drill-report-${bus}-`));
  const said: string[] = [];
  const options = { bus, faults: 40, seed: 40, only: [], quietEvery: 20, pauseMs };
  const result = await runDrill(options, { folder, say: (line) => said.push(line), signal });
  const { whole, summary } = writeReport(result, folder);
  // What is needed to look into a failure stays where it is.
  onTestFinished(() => {
    if (whole) rmSync(folder, { recursive: true, force: true });
  });
  expect(result.problems, `${said.join('\n')}\n${summary}\nReport: ${folder}`).toEqual([]);
  expect(whole, said.join('\n')).toBe(true);
  expect(result.journal.acknowledged.length).toBeGreaterThan(200);
}
