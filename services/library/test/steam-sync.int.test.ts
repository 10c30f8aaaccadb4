import { listImports } from '@nightshelf/contracts/calls/imports.ts';
import { addEntry } from '@nightshelf/contracts/calls/library.ts';
import { endSteamSync, getSteamSync, lookAtSteam, synchroniseSteam } from '@nightshelf/contracts/calls/steam-sync.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { type SteamGame, startWithCatalog } from './catalog-stub.ts';
import { confirm, type Player, someGame, someUser, startInstance } from './helpers.ts';
import { sendImport, stepImport } from './import-helpers.ts';

const { service, catalog } = await startWithCatalog({ ROLES: 'http,consumers' });
await startInstance(service, { ROLES: 'http,jobs' });

const steamOf = async (client: Player) => (await client.call(getSteamSync, {})).steam;
const importsOf = async (client: Player) => (await client.call(listImports, {})).imports;
async function idle(client: Player) {
  await until('nothing goes on', async () => {
    const isLooking = (await steamOf(client))?.looking;
    return !isLooking && (await importsOf(client)).every(({ status }) => status === 'done' || status === 'undone');
  });
  return steamOf(client);
}
/** Makes the account due three days ago and requests two syncs at the same time. */
async function nextDay(client: Player) {
  await service.query(`update steam_accounts set due_at = now() - interval '3 days' where user_id = $1`, [
    client.userId,
  ]);
  await Promise.all([client.call(lookAtSteam, {}), client.call(lookAtSteam, {})]);
  return idle(client);
}
const owned = async (name: string, minutes: number): Promise<SteamGame> => {
  const { guid } = await confirm(service, someGame({ name }));
  return { app_id: Number.parseInt(guid.slice(5), 16), name, minutes, guid };
};
const vault = async (client: Player) => {
  const { library } = await client.whole();
  return Object.fromEntries(library.map(({ game, hours_played }) => [game.name, hours_played]));
};
const entryOf = async (client: Player, name: string) => {
  const { library } = await client.whole();
  return { id: library.find(({ game }) => game.name === name)?.id ?? expect.fail(name) };
};

test('imports new games and hours once, for its user alone, keeps what was changed, removed or undone, and can be undone', async () => {
  const client = someUser(service);
  const [doom, braid, limbo, journey] = await Promise.all([
    owned('Sync Doom', 600),
    owned('Sync Braid', 60),
    owned('Sync Limbo', 0),
    owned('Sync Journey', 120),
  ]);
  await client.call(addEntry, { body: { game_guid: journey.guid ?? '', hours_played: 9 } });
  catalog.steam.set(client.userId, [doom, braid, limbo, journey]);
  await client.call(synchroniseSteam, { body: { account: 'https://steamcommunity.com/id/nightshelf' } });
  const first = await idle(client);
  expect(first).toMatchObject({ account: 'nightshelf', rule: 'hours_only', outcome: 'brought' });
  expect(await vault(client)).toEqual({ 'Sync Doom': 10, 'Sync Braid': 1, 'Sync Limbo': null, 'Sync Journey': 9 });
  expect(await steamOf(someUser(service))).toBeNull();
  expect(await importsOf(client)).toMatchObject([{ id: first?.import_id, rows: 3, source: 'steam', status: 'done' }]);

  // Three missed days and two requests cause one sync and no import.
  const before = catalog.steamRequests.length;
  expect(await nextDay(client)).toMatchObject({ outcome: 'unchanged', import_id: first?.import_id });
  expect(catalog.steamRequests.slice(before)).toEqual([`${client.userId} 76561198000000001`]);
  expect(await importsOf(client)).toHaveLength(1);

  // The user's own hours and removals stay.
  await client.edit(await entryOf(client, 'Sync Braid'), { hours_played: 2 });
  await client.remove(await entryOf(client, 'Sync Limbo'));
  const fresh = await owned('Sync Fez', 90);
  const played = [doom, braid, limbo, journey].map((game) => ({ ...game, minutes: game.minutes + 300 }));
  catalog.steam.set(client.userId, [...played, fresh, { app_id: 7, name: 'Sync Unknown', minutes: 1, guid: null }]);
  const bytesBefore = JSON.stringify(await client.vault());
  const second = await nextDay(client);
  expect(await vault(client)).toEqual({ 'Sync Doom': 15, 'Sync Braid': 2, 'Sync Journey': 9, 'Sync Fez': 1.5 });
  const [latest] = await importsOf(client);
  expect(latest).toMatchObject({ id: second?.import_id, rows: 3, done: 3 });

  await stepImport(client, latest?.id ?? '', 'undo');
  await idle(client);
  const blind = (text: string) => text.replaceAll(/"version":\d+/g, '');
  expect(blind(JSON.stringify(await client.vault()))).toBe(blind(bytesBefore));
  expect(await nextDay(client)).toMatchObject({ outcome: 'unchanged' });
  expect(await importsOf(client)).toHaveLength(2);

  await client.logSession(await entryOf(client, 'Sync Doom'), { minutes: 30 });
  expect(await vault(client)).toMatchObject({ 'Sync Doom': 10.5 });
  await client.call(endSteamSync, {});
  expect(await steamOf(client)).toBeNull();
  expect((await client.attempt(lookAtSteam, {})).status).toBe(404);
  expect(await service.query('select from steam_games where user_id = $1', [client.userId])).toEqual([]);
});

/** Starts a sync and waits until it waits for the catalog. */
async function unansweredSync() {
  const client = someUser(service);
  await client.call(synchroniseSteam, { body: { account: 'nightshelf', status: 'playing' } });
  await until('it is being looked at', () => catalog.unanswered.length > 0, 60_000);
  return { client, responses: catalog.unanswered.splice(0) };
}

test('discards the result of a sync that a later one has replaced', async () => {
  const { client, responses } = await unansweredSync();
  await service.query('update steam_accounts set look = gen_random_uuid(), leased_until = null where user_id = $1', [
    client.userId,
  ]);
  catalog.steam.set(client.userId, [await owned('Sync Replacing', 60)]);
  const body = { success: true, account: '76561198000000001', games: [await owned('Sync Late', 60)], later: false };
  for (const response of responses) response.end(JSON.stringify(body));
  expect(await idle(client)).toMatchObject({ outcome: 'brought' });
  expect(await vault(client)).toEqual({ 'Sync Replacing': 1 });
});

test('continues from the hours of a manual import and keeps the rule', async () => {
  const client = someUser(service);
  const [game, other] = await Promise.all([owned('Sync Before', 60), owned('Sync Beside', 60)]);
  const cells = { name: game.name, playtime_forever: '60', guid: game.guid ?? '' };
  await stepImport(client, await sendImport(client, [cells], { source: 'steam' }), 'start');
  await idle(client);
  catalog.steam.set(client.userId, [{ ...game, minutes: 120 }, other]);
  await client.call(synchroniseSteam, { body: { account: 'nightshelf', rule: 'only_new', status: 'playing' } });
  await idle(client);
  expect(await vault(client)).toEqual({ 'Sync Before': 1, 'Sync Beside': 1 });
  await client.call(synchroniseSteam, { body: { account: 'nightshelf' } });
  expect(await steamOf(client)).toMatchObject({ rule: 'hours_only', looking: false });
  expect(await nextDay(client)).toMatchObject({ outcome: 'brought' });
  expect(await vault(client)).toEqual({ 'Sync Before': 2, 'Sync Beside': 1 });
});

test.each([
  ['private', 'catalog.steam_private', 24],
  ['not_found', 'catalog.steam_account_not_found', 24],
  ['not_configured', 'catalog.steam_not_configured', 24],
  ['failed', 'catalog.steam_failed', 0],
])('reports a failed sync: %s', async (outcome, code, hours) => {
  const client = someUser(service);
  catalog.steam.set(client.userId, code);
  await client.call(synchroniseSteam, { body: { account: 'nightshelf' } });
  const steam = await idle(client);
  expect(steam).toMatchObject({ outcome, import_id: null, looked_at: expect.any(String) });
  const waits = Date.parse(steam?.next_look_at ?? '') - Date.parse(steam?.looked_at ?? '');
  expect(Math.round(waits / 3_600_000)).toBe(hours);
  expect(await importsOf(client)).toEqual([]);
});
