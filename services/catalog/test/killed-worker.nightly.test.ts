import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { type ServiceProcess, startServiceProcess, until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useCatalog } from './catalog.ts';

const main = new URL('../src/main.ts', import.meta.url).pathname;

const catalog = useCatalog({ env: { ROLES: 'http,consumers' } });

let guids: string[];
const workers: ServiceProcess[] = [];

beforeAll(async () => {
  const { results } = await catalog.service.api.call(catalogCalls.searchExternalGames, {
    query: { q: 'zelda', limit: 10 },
  });
  guids = results.map(({ guid }) => guid);
  // Clears search results, so that requests must ask the provider.
  await catalog.cache.flushdb();
  await catalog.provider.forget();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
});

const startWorker = async () => {
  const worker = await startServiceProcess(main, { ...catalog.service.env, ROLES: 'http,jobs' });
  workers.push(worker);
  return worker;
};
const callsFor = async (guid: string) => (await catalog.provider.calls()).filter((call) => call.includes(guid)).length;
const publishedOf = async (guid: string) =>
  (await catalog.service.recorded(gameUpserted)).filter(({ data }) => data.guid === guid);

test("hands a killed worker's request to another soon, but not one that is still in progress", async () => {
  const [dropped = '', long = ''] = guids;
  const first = await startWorker();
  await catalog.provider.fail('slow', { latency_ms: 60_000, times: 1 });
  await catalog.service.deliver(gameRequested, { data: { guid: dropped } });
  await until('it is asked for', async () => (await callsFor(dropped)) === 1);
  await first.kill();
  await Promise.all([startWorker(), startWorker()]);
  // Long before its request would have got a response.
  await until('another has fetched it', async () => (await publishedOf(dropped)).length === 1, 50_000);

  // Longer than the lease of a worker that stops renewing it.
  await catalog.provider.fail('slow', { latency_ms: 22_000, times: 1 });
  await catalog.service.deliver(gameRequested, { data: { guid: long } });
  await until('it is fetched', async () => (await publishedOf(long)).length === 1, 60_000);
  expect(await callsFor(long)).toBe(1);
}, 300_000);
