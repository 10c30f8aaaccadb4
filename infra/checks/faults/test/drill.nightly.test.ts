import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findKafka } from '@nightshelf/servers';
import { expect, it } from 'vitest';
import { runDrill } from '../src/drill.ts';

/** The drill's own limits grow with the slowness of the machine and report more. */
const timeout = 15 * 60_000;

it.for(['redis', 'kafka'] as const)(
  'loses, doubles and blocks nothing under 30 faults on %s',
  { timeout },
  async (bus, context) => {
    context.skip(bus === 'kafka' && findKafka() === null, 'this machine cannot provide Kafka');
    const folder = mkdtempSync(join(tmpdir(), `nightshelf-drill-${bus}-`));
    const lines: string[] = [];
    const { problems, acknowledged, report } = await runDrill({
      ...{ bus, faults: 30, seed: 40, only: [], folder, signal: context.signal },
      // Slow gamers, because other tests run at the same time.
      pauseMs: 600,
      log: (line) => lines.push(line),
    });
    expect(problems, `${lines.join('\n')}\n${report}\nLogs: ${folder}`).toEqual([]);
    expect(acknowledged).toBeGreaterThan(200);
    rmSync(folder, { recursive: true });
  },
);
