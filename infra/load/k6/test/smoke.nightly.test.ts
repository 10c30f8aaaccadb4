import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningProduct, startProduct } from '@nightshelf/local/product/start-product.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findK6 } from '../src/load/find-k6.ts';
import { type LoadResult, runScenario } from '../src/load/run-scenario.ts';
import { saveCrowd, seed } from '../src/seed/seed.ts';

const people = 12;
const games = 4;

// Without k6 the summary of `npm test` lists it as missing, and CI fails.
describe.skipIf(findK6() === null)('npm run load', () => {
  const folder = temporaryFolder();
  const crowdFile = join(folder, 'crowd.json');
  let product: RunningProduct;

  beforeAll(async () => {
    product = await startProduct({ settings: { RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'error' } });
    saveCrowd(await seed({ url: product.url, users: people, games, pages: 3 }), crowdFile);
  }, 400_000);

  afterAll(() => product?.stop(), 60_000);

  const run = (scenario: string, settings: Readonly<Record<string, string>>): Promise<LoadResult> =>
    runScenario({ scenario, url: product.url, crowdFile, folder, settings, quiet: true });

  it('runs every journey without failures in the smoke scenario', async () => {
    // On a busy machine only failures count, not durations.
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

  it('reports crossed thresholds', async () => {
    const { passed } = await run('browse', { RATE: '2', DURATION: '3s', P95_MS: '0.001' });
    expect(passed).toBe(false);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('THRESHOLDS CROSSED');
  }, 60_000);
});
