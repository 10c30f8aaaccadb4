import { randomUUID } from 'node:crypto';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { someEntry, someGame, startSocial } from './helpers.ts';

const service = await startSocial();

const { getUser } = socialCalls;

test('returns the user, the library newest first and its statistics', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  const games = [someGame(), someGame({ image_url: null, name: '" \\ ' }), someGame(), someGame(), someGame()];
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = games.map(({ guid }) => guid);
  await service.shelve(games, [
    someEntry(owner.id, first, { status: 'completed', rating: 9, hours_played: 10.5, platform_id: 139 }),
    someEntry(owner.id, second, { rating: 4, is_shared: true, date_added: '2026-03-01T00:00:00.000Z' }),
    someEntry(owner.id, third, {
      status: 'dropped',
      platform_id: 'not_listed',
      date_added: '2026-01-03T00:00:00.000Z',
    }),
    someEntry(owner.id, fourth, {
      status: 'collection',
      hours_played: 99_999.5,
      date_added: '2026-01-02T00:00:00.000Z',
    }),
    someEntry(owner.id, fifth, { status: 'want_to_play', date_added: '2026-01-01T00:00:00.000Z' }),
  ]);
  await viewer.follow(owner);
  const page = await viewer.client.call(getUser, { params: { id: owner.id } });
  const { user, library, stats } = getUser.answer.parse(page);
  expect({ user, library, stats }).toEqual({ user: page.user, library: page.library, stats: page.stats });
  expect(user).toMatchObject({ id: owner.id, username: owner.user.username, follower_count: 1, is_following: true });
  expect(library.map(({ guid }) => guid)).toEqual([second, first, third, fourth, fifth]);
  expect(library.map(({ game }) => game)).toEqual([games[1], games[0], ...games.slice(2)]);
  expect(library.slice(0, 3).map(({ platform }) => platform?.name)).toEqual([undefined, 'Wii U', 'Not Listed']);
  expect(library.slice(0, 2).map(({ image_url }) => image_url)).toEqual([null, games[0]?.image_url]);
  expect(stats).toEqual({
    total_games: 5,
    shared_games: 1,
    completed: 1,
    currently_playing: 1,
    want_to_play: 1,
    collection: 1,
    dropped: 1,
    average_rating: 6.5,
    total_hours: 100_010,
  });
});

test('allows an API token to read only its own user and documents that', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  const identity = {
    userId: viewer.id,
    username: viewer.user.username,
    sessionId: 'token:1',
    scopes: ['library:read' as const],
  };
  const status = async ({ id }: { id: string }) => {
    const { status, body } = await service.api.as(identity).attempt(getUser, { params: { id } });
    return [status, body.code];
  };
  expect([await status(viewer), await status(owner)]).toEqual([
    [200, undefined],
    [403, 'auth.token_scope'],
  ]);
  const document = await (await fetch(`${service.url}/api/docs/social.json`)).json();
  const security = [{ session: [] }, { token: ['library:read'] }];
  expect(document).toMatchObject({ paths: { '/api/users/{id}': { get: { security } } } });
});

test('shows others only the shared entries of a private library and their statistics', async () => {
  const [owner, viewer] = [await service.newUser({ privacy: 'private' }), await service.newUser()];
  const { entry: hidden } = await service.addGame(owner, { rating: 10, hours_played: 50 });
  const { entry: shared } = await service.addGame(owner, { rating: 2, hours_played: 1, is_shared: true });
  const seen = await viewer.client.call(getUser, { params: { id: owner.id } });
  expect(seen.library.map(({ id }) => id)).toEqual([shared.entry_id]);
  expect(seen.stats).toMatchObject({ total_games: 1, shared_games: 1, average_rating: 2, total_hours: 1 });
  expect(JSON.stringify(seen)).not.toContain(hidden.entry_id);
  for (const id of [owner.id, owner.id.toUpperCase()]) {
    const own = await owner.client.call(getUser, { params: { id } });
    expect([own.library.length, own.stats.total_hours, own.user.is_following]).toEqual([2, 51, false]);
  }
});

test('applies changes of privacy, sharing and names with their events', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  const { game, entry } = await service.addGame(owner);
  const seen = () => viewer.libraryOf(owner);
  expect(await seen()).toHaveLength(1);
  await service.become(owner, { privacy: 'private' }, 2);
  expect(await seen()).toEqual([]);
  await service.change({ ...entry, is_shared: true }, 2);
  expect(await seen()).toHaveLength(1);
  await service.deliver(gameUpserted, { data: { ...game, name: 'Renamed' }, version: 2 });
  await until('renamed', async () => (await seen())[0]?.game.name === 'Renamed');
  await service.become(owner, { privacy: 'public' }, 3);
  await service.change({ ...entry, is_shared: false, rating: 8 }, 3);
  expect((await seen())[0]?.rating).toBe(8);
});

test('hides a game that the catalog has not confirmed', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  await service.shelve([], [someEntry(owner.id, someGame().guid, { rating: 10 })]);
  for (const { client } of [owner, viewer]) {
    const { library, stats } = await client.call(getUser, { params: { id: owner.id } });
    expect([library, stats]).toMatchObject([[], { total_games: 0, average_rating: null, total_hours: 0 }]);
  }
});

test('returns 404 for an unknown user even if entries exist', async () => {
  const viewer = await service.newUser();
  const stranger = randomUUID();
  await service.addGame({ id: stranger });
  const { status, body } = await viewer.client.attempt(getUser, { params: { id: stranger } });
  expect([status, body.code, body.message]).toEqual([404, 'social.user_not_found', 'User not found']);
  for (const id of ['1', 'x', '%00', `${stranger}0`]) {
    expect((await viewer.client.attempt(getUser, { params: { id } })).status).toBe(404);
  }
});

test('returns ten thousand entries complete and in order', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  const { json, imageUrl, platformNames } = readyGame(someGame());
  await service.query(
    `insert into games select '3030-many-' || i, jsonb_set($1::jsonb, '{guid}', to_jsonb('3030-many-' || i))::text, $2, $3
     from generate_series(1, 10000) i`,
    [json, imageUrl, JSON.stringify(platformNames)],
  );
  await service.query(
    `insert into entries select gen_random_uuid(), $1, '3030-many-' || i, 'playing', 1 + i % 10, 0.5, 139, false, false,
       now() - i * interval '1 minute' from generate_series(1, 10000) i`,
    [owner.id],
  );
  const answer = await viewer.client.call(getUser, { params: { id: owner.id } });
  const { library, stats } = getUser.answer.parse(answer);
  expect(library.map(({ guid }) => guid)).toEqual(Array.from({ length: 10_000 }, (_, i) => `3030-many-${i + 1}`));
  expect(stats).toMatchObject({ total_games: 10_000, average_rating: 5.5, total_hours: 5000 });
});
