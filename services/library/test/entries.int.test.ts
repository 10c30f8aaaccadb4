import { addEntry, addExternalEntry, removeEntry, updateEntry } from '@nightshelf/contracts/calls/library.ts';
import { entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { entryChanged } from '@nightshelf/contracts/library-entry.ts';
import { closeAfterTests, collectNotifications, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { confirm, described, someGuid, someUser, startLibrary, stored, userWithEntry } from './helpers.ts';

const service = await startLibrary();
const notifications = await collectNotifications(service.env.REDIS_CACHE_URL ?? '');
closeAfterTests(async () => notifications.close());

const eventsOf = async (entryId: string) =>
  (await Promise.all([entryAdded, entryUpdated, entryRemoved].map((definition) => service.recorded(definition))))
    .flat()
    .filter(({ data }) => data.entry_id === entryId)
    .map(({ version }) => version);

test('adds a game with the given fields or with defaults, and publishes its entry at version 1', async () => {
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
  expect(await client.vault()).toEqual([user_game, added.user_game]);
  const events = (await service.recorded(entryAdded)).filter(({ data }) => data.user_id === client.userId);
  expect(events).toMatchObject([
    { version: 1, data: { guid: plain.guid, is_shared: false } },
    { version: 1, data: { guid: full.guid, ...fields } },
  ]);
  for (const { data } of events) expect(Object.keys(data)).not.toContain('game');
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
  const { client, entry } = await userWithEntry(service);
  const before = await stored(service);
  for (const again of [
    await client.attempt(addEntry, { body: { game_guid: entry.guid, status: 'dropped' } }),
    await client.attempt(addExternalEntry, { body: { ...described(entry.guid), status: 'dropped' } }),
  ]) {
    expect([again.status, again.body.code]).toEqual([409, 'library.already_added']);
    expect(again.body.message).toBe('This game is already in your library.');
  }
  expect(await stored(service)).toEqual(before);
  expect(await client.vault()).toEqual([entry]);
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
  expect(await client.vault()).toHaveLength(2);
  expect((await service.recorded(entryAdded)).filter(({ data }) => data.user_id === client.userId)).toHaveLength(2);
});

test('changes the given fields and keeps the rest', async () => {
  const { client, entry } = await userWithEntry(service);
  const first = { status: 'playing', rating: 7, platform_id: 94 };
  const changed = { ...entry, ...first, version: 2, platform: { id: 94, name: 'PC' } };
  expect(await client.edit(entry, first)).toEqual(changed);
  const second = { rating: null, hours_played: 2.5, platform_id: 'not_listed', is_shared: true };
  const changedAgain = { ...changed, ...second, version: 3, platform: { id: 'not_listed', name: 'Not Listed' } };
  expect(await client.edit(entry, second)).toEqual(changedAgain);
  expect(await client.vault()).toEqual([changedAgain]);
  expect(await eventsOf(entry.id)).toEqual([1, 2, 3]);
});

test('trims and deduplicates tags, replaces the whole list and does not publish it', async () => {
  const { client, entry } = await userWithEntry(service);
  expect(entry.tags).toEqual([]);
  const other = await confirm(service);
  const given = ['  RPG ', 'rpg', 'e\u0301t\u00e9', 'ÉTÉ', 'co-op, couch', '日本'];
  const { user_game } = await client.call(addEntry, { body: { game_guid: other.guid, tags: given } });
  expect(user_game.tags).toEqual(['RPG', 'été', 'co-op, couch', '日本']);
  const tags = ['rpg', 'x'.repeat(40)];
  expect(await client.edit(user_game, { tags })).toMatchObject({ version: 2, tags });
  // Neither an equal list nor another change touches them.
  await client.edit(user_game, { tags: ['rpg', 'RPG', 'x'.repeat(40)] });
  const rated = await client.edit(user_game, { rating: 3 });
  expect(rated).toMatchObject({ version: 3, tags });
  expect((await client.vault()).find(({ guid }) => guid !== entry.guid)).toEqual(rated);
  await client.remove(user_game);
  expect(await client.restore(user_game)).toMatchObject({ rating: 3, tags });
  expect((await client.edit(user_game, { tags: [] })).tags).toEqual([]);
  expect(await eventsOf(user_game.id)).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6]));
  for (const definition of [entryAdded, entryUpdated]) {
    for (const { data } of await service.recorded(definition)) expect(Object.keys(data)).not.toContain('tags');
  }
});

test('returns 200 and stores nothing for an update without effect', async () => {
  const { client, entry } = await userWithEntry(service);
  const before = await stored(service);
  const versions = await service.query('select * from libraries order by user_id');
  const answer = await client.call(updateEntry, {
    params: { id: entry.id.toUpperCase() },
    body: { status: entry.status, rating: null, is_shared: false },
  });
  expect(answer.user_game).toEqual(entry);
  expect(await stored(service)).toEqual(before);
  expect(await service.query('select * from libraries order by user_id')).toEqual(versions);
});

test('gives twenty concurrent updates of one entry consecutive versions', async () => {
  const { client, entry } = await userWithEntry(service);
  await Promise.all(Array.from({ length: 20 }, (_, i) => client.edit(entry, { hours_played: i + 0.5 })));
  expect(await eventsOf(entry.id)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
});

test('publishes a removal at the next version and lets the game be added as a new entry', async () => {
  const { client, entry } = await userWithEntry(service);
  const params = { id: entry.id.toUpperCase() };
  expect(await client.call(removeEntry, { params })).toEqual({
    success: true,
    message: 'Game removed from your library.',
  });
  expect(await client.vault()).toEqual([]);
  const [event] = (await service.recorded(entryRemoved)).filter(({ data }) => data.entry_id === entry.id);
  expect(event).toMatchObject({ version: 2, data: { guid: entry.guid, user_id: client.userId } });
  expect((await client.attempt(removeEntry, { params })).status).toBe(404);
  const { user_game } = await client.call(addEntry, { body: { game_guid: entry.guid } });
  expect(user_game.id).not.toBe(entry.id);
});

test("notifies the user's other devices of every change with its version, except of one without effect", async () => {
  const { client, entry } = await userWithEntry(service);
  await client.edit(entry, { rating: 7 });
  await client.edit(entry, { rating: 7 });
  await client.attempt(updateEntry, { params: { id: entry.id }, body: { rating: 8, if_version: 1 } });
  await client.remove(entry);
  await client.restore(entry);
  await until('all are notified', () => notifications.to({ user: client.userId }).length === 4);
  expect(notifications.to({ user: client.userId })).toEqual(
    [1, 2, 3, 4].map((version) => ({ event: 'vault', data: { entry_id: entry.id, guid: entry.guid, version } })),
  );
  // Published once, when the game was confirmed.
  expect(notifications.to({ game: entry.guid })).toEqual([{ event: 'game', data: { guid: entry.guid } }]);
});

/** Creates an entry at version 2. */
async function addAndEdit() {
  const { client, entry: added } = await userWithEntry(service);
  const entry = await client.edit(added, { rating: 7 });
  return { client, entry, params: { id: added.id } };
}

const ifMatch = (value: string) => ({ headers: { 'if-match': value } });

test('accepts a change or removal for the current version in the body, the header or both', async () => {
  const { client, params } = await addAndEdit();
  const change = (rating: number, version: number | null, header?: string) =>
    client.call(
      updateEntry,
      { params, body: { rating, ...(version ? { if_version: version } : {}) } },
      header === undefined ? {} : ifMatch(header),
    );
  expect((await change(1, 2)).user_game.version).toBe(3);
  expect((await change(2, null, '"3"')).user_game.version).toBe(4);
  expect((await change(3, 4, '"4"')).user_game.version).toBe(5);
  expect((await change(4, null, '*')).user_game.version).toBe(6);
  await client.call(removeEntry, { params }, ifMatch('"6"'));
  expect(await client.vault()).toEqual([]);
});

test('rejects a change for another version with the current entry and stores nothing', async () => {
  const { client, params, entry } = await addAndEdit();
  const before = await stored(service);
  for (const answer of [
    await client.attempt(updateEntry, { params, body: { hours_played: 1, if_version: 1 } }),
    await client.attempt(updateEntry, { params, body: { hours_played: 1, if_version: 3 } }),
    await client.attempt(updateEntry, { params, body: { hours_played: 1 } }, ifMatch('"1"')),
    // Conflicts even without an effect, because the client's assumption is wrong.
    await client.attempt(updateEntry, { params, body: { rating: 7, if_version: 1 } }),
    await client.attempt(removeEntry, { params }, ifMatch('"1"')),
  ]) {
    expect(answer.status).toBe(409);
    expect(entryChanged.parse(answer.body).entry).toEqual(entry);
  }
  expect(await stored(service)).toEqual(before);
  expect(await client.vault()).toEqual([entry]);
});

test('rejects an invalid condition before it reads the entry', async () => {
  const { client, params } = await addAndEdit();
  const before = await stored(service);
  for (const if_version of [0, -1, 1.5, '2', null]) {
    const { status, body } = await client.attempt(updateEntry, { params, body: { rating: 1, if_version } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['if_version']]);
  }
  for (const header of ['2', 'W/"2"', '"x"', '']) {
    const { status, body } = await client.attempt(updateEntry, { params, body: { rating: 1 } }, ifMatch(header));
    expect([header, status, body.code]).toEqual([header, 400, 'request.if_match']);
    expect((await client.attempt(removeEntry, { params }, ifMatch(header))).status).toBe(400);
  }
  const both = await client.attempt(updateEntry, { params, body: { rating: 1, if_version: 2 } }, ifMatch('"3"'));
  expect([both.status, Object.keys(both.body.errors ?? {})]).toEqual([422, ['if_version']]);
  expect((await client.attempt(updateEntry, { params, body: { if_version: 2 } })).status).toBe(422);
  expect(await stored(service)).toEqual(before);
});

test('accepts exactly one of ten concurrent changes for one version', async () => {
  const { client, entry, params } = await addAndEdit();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      client.attempt(updateEntry, { params, body: { hours_played: at + 1, if_version: 2 } }),
    ),
  );
  const [won] = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(9);
  for (const { body } of refused) expect(entryChanged.parse(body).entry).toEqual(won?.body.user_game);
  const events = (await service.recorded(entryUpdated)).filter(({ data }) => data.entry_id === entry.id);
  expect(events.map(({ version }) => version)).toEqual([2, 3]);
});

test('documents the conditions, keys and responses of the calls', async () => {
  const { body } = await service.api.send<{ paths: Record<string, Record<string, object>> }>(
    'GET',
    '/api/docs/library.json',
  );
  const { get } = body.paths['/api/games/library'] ?? {};
  const { put, delete: removal } = body.paths['/api/games/library/{id}'] ?? {};
  const header = (name: string) => expect.objectContaining({ in: 'header', name });
  for (const operation of [put, removal]) {
    expect(operation).toMatchObject({
      parameters: expect.arrayContaining([header('idempotency-key'), header('if-match')]),
      responses: { '409': expect.anything() },
    });
  }
  const wholeOrChanges = [['library'], ['whole_needed', 'changed', 'removed']].map((fields) => ({
    required: ['success', 'message', 'version', ...fields],
  }));
  expect(get).toMatchObject({
    parameters: [{ name: 'since', in: 'query', schema: { maxLength: 100 } }],
    responses: { '200': { content: { 'application/json': { schema: { anyOf: wholeOrChanges } } } } },
  });
  expect(JSON.stringify(get)).not.toContain('idempotency-key');
});
