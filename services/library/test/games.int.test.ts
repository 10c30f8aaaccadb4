import { randomUUID } from 'node:crypto';
import { addEntry, addExternalEntry, listLibrary } from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { entryAdded, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { confirm, described, type Player, someGame, someGuid, someUser, startLibrary } from './helpers.ts';

const service = await startLibrary();

const namesSeenBy = async (client: Player) => (await client.vault()).map(({ game }) => game.name);

const requestsOf = async (guid: string) =>
  (await service.recorded(gameRequested)).filter(({ data }) => data.guid === guid).map(({ version }) => version);

test("shows a client's description of an unconfirmed game to its own user only, and requests the game", async () => {
  const guid = someGuid();
  const [ann, bob] = [someUser(service), someUser(service)];
  const { user_game } = await ann.call(addExternalEntry, { body: { ...described(guid, "Ann's word"), rating: 4 } });
  expect(user_game).toMatchObject({
    rating: 4,
    image_url: 'https://images.example/client.jpg',
    game: { guid, id: null, name: "Ann's word", deck: null, original_release_date: '2001-01-01' },
  });
  await bob.call(addExternalEntry, { body: described(guid, "Bob's word") });
  expect(await namesSeenBy(ann)).toEqual(["Ann's word"]);
  expect(await namesSeenBy(bob)).toEqual(["Bob's word"]);
  expect(await requestsOf(guid)).toEqual([1, 2]);
  expect(JSON.stringify(await service.recorded(entryAdded))).not.toContain("Ann's word");
});

test("replaces every client's description with the catalog's in every vault", async () => {
  const game = someGame({ name: "The catalog's word" });
  const holders = [someUser(service), someUser(service)];
  for (const client of holders) await client.call(addExternalEntry, { body: described(game.guid) });
  const tags = await Promise.all(holders.map(async (client) => (await client.send('GET', listLibrary.path)).headers));
  await confirm(service, game);
  for (const [i, client] of holders.entries()) {
    const etag = tags[i]?.get('etag') ?? '';
    const answer = await client.send('GET', listLibrary.path, { headers: { 'if-none-match': etag } });
    expect([answer.status, answer.body]).toMatchObject([200, { library: [{ game }] }]);
  }
  expect(await service.query('select * from described_games where guid = $1', [game.guid])).toEqual([]);
});

test("deletes the client's description with the removed game", async () => {
  const client = someUser(service);
  const guid = someGuid();
  const { user_game } = await client.call(addExternalEntry, { body: described(guid, 'First word') });
  await client.remove(user_game);
  await client.call(addExternalEntry, { body: described(guid, 'Second word') });
  expect(await namesSeenBy(client)).toEqual(['Second word']);
});

test.each([
  ['described adds', addExternalEntry, (guid: string) => described(guid)],
  ['adds by guid', addEntry, (game_guid: string) => ({ game_guid, known_only: false })],
] as const)("shows the catalog's game after %s that race with its confirmation", async (_, call, bodyOf) => {
  const games = Array.from({ length: 8 }, () => someGame({ name: 'Confirmed' }));
  const clients = Array.from({ length: 4 }, () => someUser(service));
  await Promise.all(
    games.flatMap((game) => [
      service.deliver(gameUpserted, { data: game }),
      ...clients.map((client) => client.call(call, { body: bodyOf(game.guid) } as never)),
      ...clients.map((client) => client.call(listWholeLibrary, {})),
    ]),
  );
  for (const client of clients) {
    await until('all are confirmed', async () => (await namesSeenBy(client)).every((name) => name === 'Confirmed'));
    expect(await namesSeenBy(client)).toHaveLength(8);
  }
  const guids = games.map(({ guid }) => guid);
  expect(await service.query('select * from described_games where guid = any($1)', [guids])).toEqual([]);
});

test('republishes every entry and requests every unconfirmed game again', async () => {
  const client = someUser(service);
  const game = await confirm(service);
  const unconfirmed = someGuid();
  const { user_game } = await client.call(addEntry, { body: { game_guid: game.guid, rating: 6 } });
  await client.call(addExternalEntry, { body: described(unconfirmed) });
  await service.command('republish');
  const published = (await service.recorded(entryUpdated)).filter(({ data }) => data.entry_id === user_game.id);
  expect(published).toMatchObject([{ version: 1, data: { rating: 6, guid: game.guid } }]);
  expect(await requestsOf(unconfirmed)).toEqual([1, 2]);
  expect(await requestsOf(game.guid)).toEqual([]);
  const [{ entries } = { entries: 0 }] = await service.query<{ entries: number }>(
    'select count(*)::int as entries from entries',
  );
  const ids = new Set((await service.recorded(entryUpdated)).map(({ data }) => data.entry_id));
  expect(ids.size).toBe(entries);
});

test("serves vaults while the copy of the games is lost and restores them from the catalog's events", async () => {
  const client = someUser(service);
  const games = [await confirm(service), await confirm(service, someGame({ name: 'Second' }), 3)];
  for (const { guid } of games) await client.call(addEntry, { body: { game_guid: guid, platform_id: 139 } });
  const grown = await service.query('select * from games order by guid');
  const seen = await client.call(listWholeLibrary, {});

  await service.query(`delete from inbox_versions where topic = 'catalog.games'`);
  await service.query('truncate games');
  const [first = expect.fail()] = seen.library;
  expect((await client.edit(first, { is_shared: true })).game.name).toBe('Unknown game');
  expect(await namesSeenBy(client)).toEqual(['Unknown game', 'Unknown game']);
  expect(await requestsOf(games[1]?.guid ?? '')).toEqual([1]);
  await client.edit(first, { is_shared: false });
  await client.call(listWholeLibrary, {});
  expect(await requestsOf(games[1]?.guid ?? '')).toEqual([1]);

  for (const row of grown) await confirm(service, JSON.parse(row.summary), 3);
  expect(await service.query('select * from games order by guid')).toEqual(grown);
  const [changedTwice, ...others] = seen.library;
  expect(await client.vault()).toEqual([{ ...changedTwice, version: 3 }, ...others]);
});

/** The request for a game that the catalog may not know. */
const orRequest = (guid: string) => ({ game_guid: guid, known_only: false }) as const;

const additionsOf = async (client: Player) =>
  (await service.recorded(entryAdded)).filter(({ data }) => data.user_id === client.userId);

test('adds a confirmed game without requesting it', async () => {
  const [client, game] = [someUser(service), await confirm(service)];
  const { user_game } = await client.call(addEntry, { body: { ...orRequest(game.guid), rating: 9 } });
  expect(user_game).toMatchObject({ status: 'want_to_play', rating: 9, game });
  const other = await someUser(service).call(addExternalEntry, { body: described(game.guid, 'Vandalism') });
  expect(other.user_game.game).toEqual(game);
  expect(await requestsOf(game.guid)).toEqual([]);
});

test("adds and requests an unconfirmed game without a client's description, and shows it once it is confirmed", async () => {
  const [client, guid] = [someUser(service), someGuid()];
  const fields = { status: 'playing', rating: 4, hours_played: 1.5, platform_id: 139 } as const;
  const description = { name: 'Vandalism', image: { medium_url: 'https://images.example/1.jpg' } };
  const added = await client.attempt(addEntry, { body: { ...orRequest(guid), ...fields, ...description } });
  expect(added).toMatchObject({
    status: 201,
    body: {
      message: 'Game added to your library.',
      user_game: {
        ...fields,
        guid,
        version: 1,
        image_url: null,
        game: { guid, id: null, name: 'Unknown game', image: null },
      },
    },
  });
  expect(await requestsOf(guid)).toEqual([1]);
  expect(await additionsOf(client)).toMatchObject([{ version: 1, data: { guid, ...fields } }]);
  expect(await service.query('select from described_games where guid = $1', [guid])).toEqual([]);

  const { headers } = await client.send('GET', listLibrary.path);
  const game = await confirm(service, someGame({ guid }));
  const etag = headers.get('etag') ?? '';
  const answer = await client.send('GET', listLibrary.path, { headers: { 'if-none-match': etag } });
  expect([answer.status, answer.body]).toMatchObject([200, { library: [{ ...fields, version: 1, game }] }]);
});

test('adds a game of the offline catalog by its guid alone, which the library learns of only then', async () => {
  const [client, guid] = [someUser(service), `cat-${randomUUID()}`];
  const { status } = await client.attempt(addEntry, { body: { game_guid: guid } });
  expect([status, await requestsOf(guid)]).toEqual([201, [1]]);
  const game = await confirm(service, someGame({ guid }));
  expect((await client.vault()).map((entry) => entry.game)).toEqual([game]);
  expect((await client.attempt(addEntry, { body: { game_guid: someGuid() } })).status).toBe(404);
});

test('adds a game by its guid when the descriptions are full, since it stores none', async () => {
  const [client, guid] = [someUser(service), someGuid()];
  await service.query(
    `insert into described_games select $1, 'wide-' || n, json_build_object('name', repeat('x', 1024 * 1024)), null, '{}'
     from generate_series(1, 17) n`,
    [client.userId],
  );
  expect((await client.attempt(addExternalEntry, { body: described(someGuid()) })).status).toBe(422);
  expect((await client.attempt(addEntry, { body: orRequest(guid) })).status).toBe(201);
});

test('replays the response for a repeated key, with the game as it is known by then', async () => {
  const [client, guid, key] = [someUser(service), someGuid(), randomUUID()];
  const first = await client.attempt(addEntry, { body: orRequest(guid) }, { key });
  expect((await client.attempt(addEntry, { body: orRequest(guid) }, { key })).body).toEqual(first.body);
  const game = await confirm(service, someGame({ guid }));
  const again = await client.attempt(addEntry, { body: orRequest(guid) }, { key });
  const { image_url } = again.body.user_game;
  const shown = { ...first.body, user_game: { ...first.body.user_game, image_url, game } };
  expect([again.status, again.body]).toEqual([first.status, shown]);
  expect(await additionsOf(client)).toHaveLength(1);
  expect(await requestsOf(guid)).toEqual([1]);
  const other = await client.attempt(addEntry, { body: { game_guid: guid } }, { key });
  expect([other.status, other.body.code]).toEqual([422, 'request.idempotency_key_reused']);
});

test('requests nothing again when a removal is undone, and shows the game once it is known', async () => {
  const [client, guid] = [someUser(service), someGuid()];
  const { user_game } = await client.call(addEntry, { body: orRequest(guid) });
  await client.remove(user_game);
  const game = await confirm(service, someGame({ guid }));
  expect((await client.restore(user_game)).game).toEqual(game);
  expect(await requestsOf(guid)).toEqual([1]);
});
