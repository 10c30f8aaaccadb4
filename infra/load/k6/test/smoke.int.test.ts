import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findK6 } from '../src/load/find-k6.ts';
import { type LoadResult, runScenario } from '../src/load/run-scenario.ts';
import { keepCrowd } from '../src/seed/crowd.ts';
import { seed } from '../src/seed/seed.ts';

const people = 12;
const games = 4;

// Without k6 the summary of `npm test` names this as skipped, and CI fails.
describe.skipIf(findK6() === null)('k6 against a product of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-load-'));
  const crowdFile = join(folder, 'crowd.json');
  let product: RunningProduct;

  beforeAll(async () => {
    product = await startProduct({ settings: { RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'error' } });
    keepCrowd(await seed({ url: product.url, users: people, games, pages: 3 }), crowdFile);
  }, 400_000);

  afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  const run = (
    scenario: string,
    settings: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<LoadResult> =>
    runScenario({ scenario, url: product.url, crowdFile, folder, settings, quiet: true, ...(signal && { signal }) });

  test('smoke: every journey works, nothing fails, and the thresholds hold', async () => {
    // Only what fails is of interest here: how fast the product is, a busy machine cannot tell.
    const { passed, figures } = await run('smoke', { P95_MS: '10000', P99_MS: '20000', DROPPED: '1000' });
    expect(figures.failedRequests).toBe(0);
    expect(figures.journeys).toBeGreaterThan(20);
    expect(figures.byCall.map(({ call }) => call)).toEqual(
      expect.arrayContaining(['GET /', 'POST /api/auth/login', 'PUT /api/games/library/:id', 'GET /api/users/:id']),
    );
    expect(passed).toBe(true);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('smoke: every threshold held');
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<html');
  }, 120_000);

  test('a run that is ended early tells what was until then', async () => {
    const { figures } = await run('mixed', { RATE: '4', DURATION: '5m' }, AbortSignal.timeout(8000));
    expect(figures.journeys).toBeGreaterThan(0);
    expect(figures.failedRequests).toBe(0);
  }, 60_000);

  test('a product that does not hold the thresholds is told apart', async () => {
    const { passed } = await run('browse', { RATE: '2', DURATION: '3s', P95_MS: '0.001' });
    expect(passed).toBe(false);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('THRESHOLDS CROSSED');
  }, 60_000);
});
