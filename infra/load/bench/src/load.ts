import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadResult, runScenario } from '@nightshelf/k6/load/run-scenario.ts';
import { saveCrowd, seed } from '@nightshelf/k6/seed/seed.ts';
import { type Bench, type Figure, less, more } from './figures.ts';
import { startProductOf } from './product.ts';

const people = { users: 300, games: 40 };
const seconds = 20;
/** Journeys per second of the first attempt; the rate doubles until thresholds fail. */
const firstRate = 8;
const refinements = 3;
const p95Ms = 100;

interface Held {
  readonly rate: number;
  readonly result: LoadResult;
}

/**
 * Finds the highest rate of the k6 scenario `mixed` with p95 under 100 ms, no failed request and no dropped journey. k6
 * runs on the same machine.
 */
export const loadBench = (bus: 'redis' | 'kafka'): Bench => ({
  what: `The highest rate of the k6 scenario mixed with p95 under ${p95Ms} ms and no failed request, k6 on the same machine.`,
  onPage: /^(journeys held|requests|p95)$/,
  turn: async (root) => {
    const folder = mkdtempSync(join(tmpdir(), 'nightshelf-bench-load-'));
    const product = await startProductOf(root, { EVENT_BUS: bus, RATE_LIMIT_FACTOR: 100_000, LOG_LEVEL: 'warn' });
    try {
      const crowdFile = join(folder, 'crowd.json');
      saveCrowd(await seed({ url: product.url, ...people }), crowdFile);
      const attempt = async (rate: number) => {
        const settings = { RATE: String(rate), DURATION: `${seconds}s`, P95_MS: String(p95Ms), FAILED_RATE: '0' };
        const scenario = { scenario: 'mixed', url: product.url, crowdFile, folder, settings, quiet: true } as const;
        const result = await runScenario(scenario);
        const { durations, droppedJourneys, failedRequests } = result.figures;
        const verdict = result.passed ? 'held' : `${failedRequests} failed, ${droppedJourneys} dropped`;
        console.error(`${bus}: ${rate} journeys/s: p95 ${durations.p95.toFixed(1)} ms, ${verdict}`);
        return result;
      };
      // Warms up the product.
      await attempt(firstRate);
      return figuresOf(await highestHeld(attempt));
    } finally {
      await product.stop();
      rmSync(folder, { recursive: true });
    }
  },
});

/** Doubles the rate until it fails, then halves the gap a few times. */
async function highestHeld(attempt: (rate: number) => Promise<LoadResult>): Promise<Held | null> {
  let held: Held | null = null;
  let failed = Number.POSITIVE_INFINITY;
  const tryRate = async (rate: number) => {
    const result = await attempt(rate);
    if (result.passed) held = { rate, result };
    else failed = rate;
  };
  for (let rate = firstRate; failed === Number.POSITIVE_INFINITY; rate *= 2) await tryRate(rate);
  for (let count = 0; count < refinements; count += 1) {
    const below: number = (held as Held | null)?.rate ?? 0;
    const middle = Math.round((below + failed) / 2);
    if (middle === below || middle === failed) break;
    await tryRate(middle);
  }
  return held;
}

function figuresOf(held: Held | null): Figure[] {
  const { requestsPerSecond = 0, durations } = held?.result.figures ?? {};
  const ranks = (['p50', 'p95', 'p99'] as const).map((rank) => less(rank, 'ms', durations?.[rank] ?? Number.NaN));
  return [more('journeys held', '/s', held?.rate ?? 0), more('requests', '/s', requestsPerSecond), ...ranks];
}
