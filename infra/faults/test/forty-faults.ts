import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { infrastructure } from '@nightshelf/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runDrill } from '../src/drill.ts';
import { writeReport } from '../src/report/report.ts';

const kafkaIsMissing = infrastructure().kafkaBrokers === null;

/** Long: every limit of the drill itself grows with the machine's slowness, and fails with words of its own. */
const enoughMs = 15 * 60_000;

test.for([
  ['redis', false],
  ['kafka', kafkaIsMissing],
] as const)(
  'forty faults on %s: nothing is lost, nothing is doubled, nothing stays stuck',
  { timeout: enoughMs },
  async ([bus, missing], { skip, signal }) => {
    skip(missing, 'this machine cannot provide Kafka');
    const folder = mkdtempSync(join(tmpdir(), `nightshelf-drill-report-${bus}-`));
    const said: string[] = [];
    const options = { bus, faults: 40, seed: 40, only: [], quietEvery: 20 };
    const result = await runDrill(options, { folder, say: (line) => said.push(line), signal });
    const { whole, summary } = writeReport(result, folder);
    // What is needed to look into a failure stays where it is.
    onTestFinished(() => {
      if (whole) rmSync(folder, { recursive: true, force: true });
    });
    expect(result.problems, `${said.join('\n')}\n${summary}\nReport: ${folder}`).toEqual([]);
    expect(whole, said.join('\n')).toBe(true);
    expect(result.journal.acknowledged.length).toBeGreaterThan(200);
  },
);
