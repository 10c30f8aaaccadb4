import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { closeAfterTests, startServiceProcess, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { publishedOf, searchedGuids, startCatalog } from './catalog.ts';

const main = new URL('../src/main.ts', import.meta.url).pathname;

const catalog = await startCatalog({ env: { ROLES: 'http,consumers' } });

const guids = await searchedGuids(catalog);

const startWorker = async () => {
  const worker = await startServiceProcess(main, { ...catalog.service.env, ROLES: 'http,jobs' });
  closeAfterTests(() => worker.kill());
  return worker;
};
const callsFor = async (guid: string) => (await catalog.provider.calls()).filter((call) => call.includes(guid)).length;

test("hands a killed worker's request to another soon, but not one that is still in progress", async () => {
  const [dropped = '', long = ''] = guids;
  const first = await startWorker();
  await catalog.provider.fail('slow', { latency_ms: 60_000, times: 1 });
  await catalog.service.deliver(gameRequested, { data: { guid: dropped } });
  await until('it is asked for', async () => (await callsFor(dropped)) === 1);
  await first.kill();
  await Promise.all([startWorker(), startWorker()]);
  // The response to the killed worker's request would have taken longer.
  await until('another has fetched it', async () => (await publishedOf(catalog, dropped)).length === 1, 50_000);

  // Longer than the lease of a worker that stops renewing it.
  await catalog.provider.fail('slow', { latency_ms: 22_000, times: 1 });
  await catalog.service.deliver(gameRequested, { data: { guid: long } });
  await until('it is fetched', async () => (await publishedOf(catalog, long)).length === 1, 60_000);
  expect(await callsFor(long)).toBe(1);
}, 300_000);
