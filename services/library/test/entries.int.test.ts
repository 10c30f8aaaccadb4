import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { collectNotifications, until } from '@nightshelf/testing';
import { afterAll, expect, test } from 'vitest';
import { confirm, described, someGuid, someUser, startLibrary, stored, userOf, vaultOf } from './helpers.ts';

const service = await startLibrary();
const notifications = await collectNotifications(service.env.REDIS_CACHE_URL ?? '');
afterAll(() => notifications.close());

const { addEntry, addExternalEntry, removeEntry, restoreEntry, updateEntry } = libraryCalls;

async function addSomething(client = someUser(service)) {
  const game = await confirm(service);
  const { user_game } = await client.call(addEntry, { body: { game_guid: game.guid } });
  return { client, game, entry: user_game };
}

const eventsOf = async (entryId: string) =>
  (await Promise.all([entryAdded, entryUpdated, entryRemoved].map((definition) => service.recorded(definition))))
    .flat()
    .filter(({ data }) => data.entry_id === entryId)
    .map(({ version }) => version);

test('adds a game with the given fields or with defaults', async () => {
  const client = someUser(service);
  const [plain, full] = [await confirm(service), await confirm(service)];
  const added = await client.call(addEntry, { body: { game_guid: plain.guid } });
  expect(added.message).toBe('Game added to your library.');
  expect(added.user_game).toMatchObject({
    status: 'want_to_play',
    rating: null,
    hours_played: null,
    platform_id: null,
    platform: null,
    is_shared: false,
    image_url: plain.image_url,
    game: plain,
  });
  const fields = { status: 'completed', rating: 10, hours_played: 99_999.5, platform_id: 139 } as const;
  const { user_game } = await client.call(addEntry, { body: { game_guid: full.guid, ...fields } });
  expect(user_game).toMatchObject({ ...fields, platform: { id: 139, name: 'Wii U' } });
  expect(await vaultOf(client)).toEqual([user_game, added.user_game]);
});

test('publishes an added entry at version 1 without the game', async () => {
  const { client, entry, game } = await addSomething();
  const [event] = (await service.recorded(entryAdded)).filter(({ data }) => data.entry_id === entry.id);
  expect(event).toMatchObject({ version: 1, data: { user_id: userOf(client), guid: game.guid, is_shared: false } });
  expect(Object.keys(event?.data ?? {})).not.toContain('game');
});

test('returns 404 for an unconfirmed guid', async () => {
  const client = someUser(service);
  const before = await stored(service);
  const { status, body } = await client.attempt(addEntry, { body: { game_guid: someGuid() } });
  expect([status, body.code]).toEqual([404, 'library.game_not_found']);
  expect(body.message).toMatch(/^Game not found\./);
  expect(await stored(service)).toEqual(before);
});

test('returns 409 for a game that is in the vault, from both add calls, and changes nothing', async () => {
  const { client, game, entry } = await addSomething();
  const before = await stored(service);
  for (const again of [
    await client.attempt(addEntry, { body: { game_guid: game.guid, status: 'dropped' } }),
    await client.attempt(addExternalEntry, { body: { ...described(game.guid), status: 'dropped' } }),
  ]) {
    expect([again.status, again.body.code]).toEqual([409, 'library.already_added']);
    expect(again.body.message).toBe('This game is already in your library.');
  }
  expect(await stored(service)).toEqual(before);
  expect(await vaultOf(client)).toEqual([entry]);
});

test('accepts exactly one of twelve concurrent adds of one game', async () => {
  const [client, game] = [someUser(service), await confirm(service)];
  const unconfirmed = someGuid();
  for (const attempt of [
    () => client.attempt(addEntry, { body: { game_guid: game.guid } }),
    () => client.attempt(addExternalEntry, { body: described(unconfirmed) }),
  ]) {
    const statuses = (await Promise.all(Array.from({ length: 12 }, attempt))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array(11).fill(409)]);
  }
  expect(await vaultOf(client)).toHaveLength(2);
  const events = (await service.recorded(entryAdded)).filter(({ data }) => data.user_id === userOf(client));
  expect(events).toHaveLength(2);
});

test('changes the given fields and keeps the rest', async () => {
  const { client, entry } = await addSomething();
  const params = { id: entry.id };
  const first = await client.call(updateEntry, { params, body: { status: 'playing', rating: 7, platform_id: 94 } });
  expect(first.user_game).toEqual({
    ...entry,
    version: 2,
    status: 'playing',
    rating: 7,
    platform_id: 94,
    platform: { id: 94, name: 'PC' },
  });
  const second = await client.call(updateEntry, {
    params,
    body: { rating: null, hours_played: 2.5, platform_id: 'not_listed', is_shared: true },
  });
  expect(second.user_game).toEqual({
    ...entry,
    version: 3,
    status: 'playing',
    hours_played: 2.5,
    platform_id: 'not_listed',
    platform: { id: 'not_listed', name: 'Not Listed' },
    is_shared: true,
  });
  expect(await vaultOf(client)).toEqual([second.user_game]);
  expect(await eventsOf(entry.id)).toEqual([1, 2, 3]);
});

test('trims and deduplicates tags, replaces the whole list and does not publish it', async () => {
  const { client, game } = await addSomething();
  const [again] = await vaultOf(client);
  expect(again?.tags).toEqual([]);
  const other = await confirm(service);
  const given = ['  RPG ', 'rpg', 'e\u0301t\u00e9', 'ÉTÉ', 'co-op, couch', '日本'];
  const { user_game } = await client.call(addEntry, { body: { game_guid: other.guid, tags: given } });
  expect(user_game.tags).toEqual(['RPG', 'été', 'co-op, couch', '日本']);
  const params = { id: user_game.id };
  const changed = await client.call(updateEntry, { params, body: { tags: ['rpg', 'x'.repeat(40)] } });
  expect(changed.user_game).toMatchObject({ version: 2, tags: ['rpg', 'x'.repeat(40)] });
  // Neither an equal list nor another change touches them.
  await client.call(updateEntry, { params, body: { tags: ['rpg', 'RPG', 'x'.repeat(40)] } });
  const { user_game: rated } = await client.call(updateEntry, { params, body: { rating: 3 } });
  expect(rated).toMatchObject({ version: 3, tags: ['rpg', 'x'.repeat(40)] });
  expect((await vaultOf(client)).find(({ guid }) => guid !== game.guid)).toEqual(rated);
  // The previous release, which does not know tags, updates entries like this.
  await service.query('update entries set rating = 4, version = 4 where id = $1', [params.id]);
  await client.call(removeEntry, { params });
  const { user_game: restored } = await client.call(restoreEntry, { params });
  expect(restored).toMatchObject({ rating: 4, tags: ['rpg', 'x'.repeat(40)] });
  expect((await client.call(updateEntry, { params, body: { tags: [] } })).user_game.tags).toEqual([]);
  expect(await eventsOf(params.id)).toEqual(expect.arrayContaining([1, 2, 3, 5, 6, 7]));
  for (const definition of [entryAdded, entryUpdated]) {
    for (const { data } of await service.recorded(definition)) expect(Object.keys(data)).not.toContain('tags');
  }
});

test('returns 200 and stores nothing for an update without effect', async () => {
  const { client, entry } = await addSomething();
  const before = await stored(service);
  const [versions] = [await service.query('select * from libraries order by user_id')];
  const answer = await client.call(updateEntry, {
    params: { id: entry.id.toUpperCase() },
    body: { status: entry.status, rating: null, is_shared: false },
  });
  expect(answer.user_game).toEqual(entry);
  expect(await stored(service)).toEqual(before);
  expect(await service.query('select * from libraries order by user_id')).toEqual(versions);
});

test('gives twenty concurrent updates of one entry consecutive versions', async () => {
  const { client, entry } = await addSomething();
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      client.call(updateEntry, { params: { id: entry.id }, body: { hours_played: i + 0.5 } }),
    ),
  );
  expect(await eventsOf(entry.id)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
});

test('publishes a removal at the next version and lets the game be added as a new entry', async () => {
  const { client, entry, game } = await addSomething();
  const params = { id: entry.id.toUpperCase() };
  expect(await client.call(removeEntry, { params })).toEqual({
    success: true,
    message: 'Game removed from your library.',
  });
  expect(await vaultOf(client)).toEqual([]);
  const [event] = (await service.recorded(entryRemoved)).filter(({ data }) => data.entry_id === entry.id);
  expect(event).toMatchObject({ version: 2, data: { guid: game.guid, user_id: userOf(client) } });
  expect((await client.attempt(removeEntry, { params })).status).toBe(404);
  const { user_game } = await client.call(addEntry, { body: { game_guid: game.guid } });
  expect(user_game.id).not.toBe(entry.id);
});

test("notifies the user's other devices of every change with its version, except of one without effect", async () => {
  const { client, entry, game } = await addSomething();
  const params = { id: entry.id };
  const change = (rating: number) => client.call(updateEntry, { params, body: { rating } });
  await change(7);
  await change(7);
  await client.attempt(updateEntry, { params, body: { rating: 8, if_version: 1 } });
  await client.call(removeEntry, { params });
  await client.call(restoreEntry, { params });
  await until('all are notified', () => notifications.to({ user: userOf(client) }).length === 4);
  expect(notifications.to({ user: userOf(client) })).toEqual(
    [1, 2, 3, 4].map((version) => ({ event: 'vault', data: { entry_id: entry.id, guid: game.guid, version } })),
  );
  // Published once, when the game was confirmed.
  expect(notifications.to({ game: game.guid })).toEqual([{ event: 'game', data: { guid: game.guid } }]);
});
