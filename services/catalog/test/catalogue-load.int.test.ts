import { catalogCalls, gameUpserted } from '@nightshelf/contracts';
import { startTestService, type TestService, until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogService } from '../src/service.ts';

let service: TestService;
beforeAll(async () => {
  const began = performance.now();
  service = await startTestService(catalogService, { env: {} });
  await until(
    'the catalogue is loaded',
    async () => (await service.api.call(catalogCalls.getCatalogue, {})).catalogue,
    60_000,
  );
  console.log('loaded in', performance.now() - began);
});
afterAll(() => service.stop());

test('tells the size', async () => {
  console.log(await service.api.call(catalogCalls.getCatalogue, {}));
  console.log(
    (await service.api.call(catalogCalls.searchGames, { query: { q: 'secret of evermore', limit: 3 } })).games.map(
      (g) => g.name,
    ),
  );
  console.log(
    await service.query(
      `select pg_size_pretty(pg_total_relation_size('games')) g, pg_size_pretty(pg_total_relation_size('search_words')) w, (select count(*) from search_words) n`,
    ),
  );
});
