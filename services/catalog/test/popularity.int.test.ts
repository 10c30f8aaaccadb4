import { randomUUID } from 'node:crypto';
import { searchGames } from '@nightshelf/contracts/calls/catalog.ts';
import { entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { takeSteps } from '../src/popularity/vault-counts.ts';
import { someEntry, startCatalog, storeGames } from './catalog.ts';

const catalog = await startCatalog();

const entry = (guid: string) => someEntry({ guid });

const popularity = async () => {
  const rows = await catalog.service.query<{ guid: string; vaults: number }>(
    'select guid, vaults from popularity order by guid',
  );
  return Object.fromEntries(rows.map(({ guid, vaults }) => [guid, vaults]));
};

const counts = (expected: Record<string, number>) =>
  until(`popularity ${JSON.stringify(expected)}`, async () => {
    expect(await popularity()).toEqual(expected);
    return true;
  });

test('counts vaults correctly for repeated, late and early events', async () => {
  const { service } = catalog;
  const [first, second, third] = [entry('3030-21'), entry('3030-21'), entry('3030-22')];
  const id = randomUUID();
  await service.deliver(entryAdded, { data: first, id });
  await service.deliver(entryAdded, { data: first, id });
  await service.deliver(entryUpdated, { data: first, version: 2 });
  await service.deliver(entryUpdated, { data: second, version: 3 });
  await service.deliver(entryAdded, { data: second, version: 1 });
  await service.deliver(entryAdded, { data: third });
  await counts({ '3030-21': 2, '3030-22': 1 });

  const identity = { entry_id: third.entry_id, user_id: third.user_id, guid: third.guid };
  await service.deliver(entryRemoved, { data: identity, version: 3 });
  await service.deliver(entryUpdated, { data: third, version: 2 });
  await counts({ '3030-21': 2 });

  await storeGames(catalog, [
    { guid: '3030-20', name: 'Crystal Alpha', aliases: null },
    { guid: '3030-21', name: 'Crystal Beta', aliases: null },
  ]);
});

test('does not change the search order for a vault before the next night', async () => {
  const { service } = catalog;
  const names = async () => {
    const { games } = await service.api.call(searchGames, { query: { q: 'crystal' } });
    return games.map(({ name }) => name);
  };
  const inOrder = ['Crystal Alpha', 'Crystal Beta'];
  expect(await names()).toEqual(inOrder);
  await Promise.all(Array.from({ length: 4 }, () => service.deliver(entryAdded, { data: entry('3030-21') })));
  await until('six vaults', async () => (await popularity())['3030-21'] === 6);
  expect(await names()).toEqual(inOrder);
  await service.query(takeSteps);
  expect(await names()).toEqual(inOrder.toReversed());
});

test('counts many parallel vaults', async () => {
  const { service } = catalog;
  await Promise.all(Array.from({ length: 60 }, () => service.deliver(entryAdded, { data: entry('3030-30') })));
  await until('sixty vaults', async () => (await popularity())['3030-30'] === 60);
});
