import { addEntry } from '@nightshelf/contracts/calls/library.ts';
import { addOwnGame, mergeOwnGame, undoMerge } from '@nightshelf/contracts/calls/own-games.ts';
import { listPlayersTimes } from '@nightshelf/contracts/calls/playthroughs.ts';
import { type UserState, userDeleted, userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { PlaythroughFields } from '@nightshelf/contracts/playthroughs.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { confirm, type Player, someUser, startLibrary } from './helpers.ts';

const service = await startLibrary();

/** Gives each account another creation day, years ago. */
const createdAt = new Map<Player, string>();
const dayOf = (client: Player) => {
  const known = createdAt.get(client) ?? new Date(Date.UTC(2020, 0, createdAt.size, 3, 4, 5, 678)).toISOString();
  createdAt.set(client, known);
  return known;
};

const state = (client: Player) => ({
  user_id: client.userId,
  username: 'someUser',
  first_name: null,
  last_name: null,
  created_at: dayOf(client),
  is_active: true,
  email_verified: true,
});

/** Creates a player that the service knows. */
async function player(privacy: 'public' | 'private' = 'public', given: Partial<UserState> = {}) {
  const client = someUser(service);
  await service.deliver(userRegistered, { data: { ...state(client), privacy, ...given } });
  await isPublic(client, privacy === 'public');
  return client;
}

const isPublic = (client: Player, wanted: boolean) =>
  until(`a user who is ${wanted ? '' : 'not '}public`, async () => {
    const [row] = await service.query('select is_public from users where id = $1', [client.userId]);
    return (row as { is_public: boolean } | undefined)?.is_public === wanted;
  });

async function finish(client: Player, guid: string, ...ways: readonly Partial<PlaythroughFields>[]) {
  const { user_game } = await client.call(addEntry, { body: { game_guid: guid } });
  for (const body of ways) await client.addPlaythrough(user_game, { completion: 'story', ...body });
  return user_game.id;
}

const times = async (...guids: readonly string[]) =>
  (await service.api.call(listPlayersTimes, { query: { guids: guids.join() } })).times;

/** Creates four players who finished a game's story in 10, 11, 13 and 14 hours. */
async function four() {
  const { guid } = await confirm(service);
  const clients = await Promise.all(Array.from({ length: 4 }, () => player()));
  const hours = [10, 11, 13, 14] as const;
  const entries = await Promise.all(clients.map((client, at) => finish(client, guid, { hours: hours[at] ?? null })));
  return { guid, clients, entries };
}

test("returns the median of five players' newest playthroughs of each kind", async () => {
  const { guid } = await four();
  expect(await times(guid)).toEqual([]);
  const ways = [{ hours: 900 }, { hours: 12 }, { completion: 'everything' as const, hours: 40 }, { hours: null }];
  const dropped = { completion: 'dropped' as const, hours: 1 };
  await finish(await player(), guid, ...ways, dropped, { completion: null, hours: 2 });
  const known = { guid, story: { hours: 12, people: 5 }, extras: null, everything: null };
  expect(await times(guid, '3030-unknown')).toEqual([known]);
  // The median of an even number lies between the two in the middle.
  await finish(await player(), guid, { hours: 14 });
  await finish(await player(), guid, { hours: 14 });
  await finish(await player(), guid, { hours: 100 });
  expect(await times(guid)).toEqual([{ ...known, story: { hours: 14, people: 8 } }]);
});

test('ignores private, closed and deleted accounts and removed games', async () => {
  const { guid, clients, entries } = await four();
  await finish(await player(), guid, { hours: 12 });
  await finish(await player('private'), guid, { hours: 1 });
  const [first, second, third, fourth] = clients as [Player, Player, Player, Player];
  expect(await times(guid)).toMatchObject([{ story: { hours: 12, people: 5 } }]);

  await service.deliver(userUpdated, { data: { ...state(first), privacy: 'private' }, version: 2 });
  await isPublic(first, false);
  expect(await times(guid)).toEqual([]);
  await service.deliver(userUpdated, { data: { ...state(first), privacy: 'public' }, version: 3 });
  await isPublic(first, true);
  expect(await times(guid)).toHaveLength(1);

  await service.deliver(userUpdated, { data: { ...state(second), privacy: 'public', is_active: false }, version: 2 });
  await isPublic(second, false);
  expect(await times(guid)).toEqual([]);
  await finish(await player(), guid, { hours: 12 });
  expect(await times(guid)).toHaveLength(1);

  const removed = { id: entries[2] ?? '' };
  await third.remove(removed);
  expect(await times(guid)).toEqual([]);
  await third.restore(removed);
  expect(await times(guid)).toHaveLength(1);

  await service.deliver(userDeleted, { data: { user_id: fourth.userId }, version: 9 });
  await until('a deleted user counts no more', async () => (await times(guid)).length === 0);
  // A late event of a deleted user is ignored.
  await service.deliver(userUpdated, { data: { ...state(fourth), privacy: 'public' }, version: 3 });
  expect(await service.query('select from users where id = $1', [fourth.userId])).toEqual([]);
});

/** Adds four fake accounts around a victim, whose hours are then the median of all five. */
async function surround(guid: string, puppet: (at: number) => Partial<UserState>) {
  for (const [at, hours] of [0.5, 0.5, 9000, 9000].entries()) {
    await finish(await player('public', puppet(at)), guid, { completion: 'everything', hours });
  }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

test.each([
  ['without a verified address', (at: number) => ({ email_verified: false, created_at: daysAgo(20 + at) })],
  ['younger than a week', (at: number) => ({ created_at: daysAgo(6 - at) })],
  ['made on one day', () => ({ created_at: '2026-01-02T03:04:05.678Z' })],
])("hides one person's hours from fake accounts %s", async (_, puppet) => {
  const { guid } = await confirm(service);
  await finish(await player(), guid, { completion: 'everything', hours: 37.5 });
  await surround(guid, puppet as (at: number) => Partial<UserState>);
  expect(await times(guid)).toEqual([]);
});

test('rounds the figure', async () => {
  for (const [hours, shown] of [
    [0.5, 1],
    [13.5, 14],
    [37.5, 40],
    [61, 60],
  ] as const) {
    const { guid } = await confirm(service);
    await finish(await player(), guid, { completion: 'everything', hours });
    await surround(guid, () => ({}));
    expect(await times(guid)).toMatchObject([{ everything: { hours: shown, people: 5 } }]);
  }
});

test('counts a user once their address is verified', async () => {
  const { guid } = await four();
  const fifth = await player('public', { email_verified: false });
  await finish(fifth, guid, { hours: 12 });
  expect(await times(guid)).toEqual([]);
  await service.deliver(userUpdated, { data: { ...state(fifth), privacy: 'public' }, version: 2 });
  await until('the figure', async () => (await times(guid)).length === 1);
});

test('counts an own game as the catalog game that it was merged into, until the merge is undone', async () => {
  const { guid } = await four();
  const client = await player();
  const { user_game } = await client.call(addOwnGame, { body: { name: 'My game' } });
  await client.addPlaythrough(user_game, { completion: 'story', hours: 12 });
  const params = { guid: user_game.guid };
  await client.call(mergeOwnGame, { params, body: { into: guid } });
  expect(await times(guid)).toMatchObject([{ story: { hours: 12, people: 5 } }]);
  await client.call(undoMerge, { params });
  expect(await times(guid)).toEqual([]);
});
