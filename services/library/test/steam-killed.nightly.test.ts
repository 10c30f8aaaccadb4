import { listImports } from '@nightshelf/contracts/calls/imports.ts';
import { getSteamSync, synchroniseSteam } from '@nightshelf/contracts/calls/steam-sync.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { confirm, someGame, someUser, startInstance } from './helpers.ts';

const { service, catalog } = await startWithCatalog({ ROLES: 'http,consumers' });

test('imports nothing from a killed sync and syncs once in its place', { timeout: 300_000 }, async () => {
  const client = someUser(service);
  const worker = await startInstance(service, { ROLES: 'http,jobs' });
  await client.call(synchroniseSteam, { body: { account: 'nightshelf', status: 'playing' } });
  await until('Steam is asked', () => catalog.unanswered.length > 0, 60_000);
  await worker.kill();
  const { guid, name } = await confirm(service, someGame());
  catalog.steam.set(client.userId, [{ app_id: 1, name, minutes: 60, guid }]);
  await startInstance(service, { ROLES: 'http,jobs' });
  // BullMQ returns the job of a dead process to its queue within a minute.
  const isDone = async () => (await client.call(getSteamSync, {})).steam?.outcome === 'brought';
  await until('a second sync is done', isDone, 180_000);
  await until('its import is done', async () => (await client.vault()).length > 0);
  expect((await client.call(listImports, {})).imports).toMatchObject([{ rows: 1 }]);
  expect(await client.vault()).toMatchObject([{ guid, hours_played: 1 }]);
});
