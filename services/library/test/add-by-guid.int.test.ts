import { randomUUID } from 'node:crypto';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import type { ApiClient } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import {
  confirm,
  described,
  remove,
  restore,
  someGame,
  someGuid,
  someUser,
  startLibrary,
  userOf,
  vaultOf,
} from './helpers.ts';

const service = await startLibrary();

const { addEntry, addExternalEntry, listLibrary } = libraryCalls;

/** The request for a game that the catalog may not know. */
const orRequest = (guid: string) => ({ game_guid: guid, known_only: false }) as const;

const requestsOf = async (guid: string) =>
  (await service.recorded(gameRequested)).filter(({ data }) => data.guid === guid).map(({ version }) => version);

const additionsOf = async (client: ApiClient) =>
  (await service.recorded(entryAdded)).filter(({ data }) => data.user_id === userOf(client));

test('adds a confirmed game without requesting it', async () => {
  const [client, game] = [someUser(service), await confirm(service)];
  const { user_game } = await client.call(addEntry, { body: { ...orRequest(game.guid), rating: 9 } });
  expect(user_game).toMatchObject({ status: 'want_to_play', rating: 9, game });
  expect(await requestsOf(game.guid)).toEqual([]);
});

test('adds and requests an unconfirmed game, and shows it once it is confirmed', async () => {
  const [client, guid] = [someUser(service), someGuid()];
  const fields = { status: 'playing', rating: 4, hours_played: 1.5, platform_id: 139 } as const;
  const added = await client.attempt(addEntry, { body: { ...orRequest(guid), ...fields } });
  expect(added).toMatchObject({
    status: 201,
    body: {
      message: 'Game added to your library.',
      user_game: { ...fields, guid, version: 1, game: { guid, id: null, name: 'Unknown game' } },
    },
  });
  expect(await requestsOf(guid)).toEqual([1]);
  expect(await additionsOf(client)).toMatchObject([{ version: 1, data: { guid, ...fields } }]);

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
  expect((await vaultOf(client)).map((entry) => entry.game)).toEqual([game]);
  expect((await client.attempt(addEntry, { body: { game_guid: someGuid() } })).status).toBe(404);
});

test("ignores a client's description of the game", async () => {
  const [client, guid] = [someUser(service), someGuid()];
  const body = { ...orRequest(guid), name: 'Vandalism', image: { medium_url: 'https://images.example/1.jpg' } };
  const { user_game } = await client.call(addEntry, { body });
  expect(user_game).toMatchObject({ image_url: null, game: { name: 'Unknown game', image: null } });
  expect(await service.query('select from described_games where guid = $1', [guid])).toEqual([]);
});

test('adds a game by its guid when the descriptions are full, since it stores none', async () => {
  const [client, guid] = [someUser(service), someGuid()];
  await service.query(
    `insert into described_games select $1, 'wide-' || n, json_build_object('name', repeat('x', 1024 * 1024)), null, '{}'
     from generate_series(1, 17) n`,
    [userOf(client)],
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
  await remove(client, user_game);
  const game = await confirm(service, someGame({ guid }));
  expect((await restore(client, user_game)).game).toEqual(game);
  expect(await requestsOf(guid)).toEqual([1]);
});

test("shows the catalog's game to every user, even if another user described it", async () => {
  const game = someGame({ name: "The catalog's word" });
  const [ann, bob] = [someUser(service), someUser(service)];
  await ann.call(addExternalEntry, { body: { guid: game.guid, name: "Ann's word" } });
  const { user_game } = await bob.call(addEntry, { body: orRequest(game.guid) });
  expect(user_game.game.name).toBe('Unknown game');
  await confirm(service, game);
  for (const client of [ann, bob]) expect((await vaultOf(client)).map((entry) => entry.game)).toEqual([game]);
});
