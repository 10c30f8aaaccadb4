import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { type EntryState, entryAdded, entryRemoved } from '@nightshelf/contracts/events/entries.ts';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import {
  become,
  change,
  follow,
  newUser,
  redisOf,
  shelve,
  someEntry,
  someGame,
  startSocial,
  type TestUser,
  unfollow,
  untilRow,
} from './helpers.ts';

const service = await startSocial();
const redis = redisOf(service);

const { listFollowedActivity } = socialCalls;

const activityFor = async (viewer: TestUser) => (await viewer.client.call(listFollowedActivity, {})).deeds;
/** Returns lines of user, kind and game, newest first. */
const linesFor = async (viewer: TestUser) =>
  (await activityFor(viewer)).map(({ user, kind, game }) => `${user.username} ${kind} ${game.name}`);

/** Registers a user with games of these names, added in this order. */
async function withGames(names: readonly string[], given: Partial<EntryState> = {}) {
  const owner = await newUser(service);
  const games = names.map((name) => someGame({ name }));
  const entries = games.map(({ guid }) => someEntry(owner.id, guid, { status: 'want_to_play', ...given }));
  for (const [at, entry] of entries.entries()) await shelve(service, games.slice(at, at + 1), [entry]);
  return { owner, name: owner.user.username, entries: entries as [EntryState, ...EntryState[]] };
}

const update = (entry: EntryState, version: number, given: Partial<EntryState>, received: object = {}) =>
  change(service, { ...entry, ...given }, version, received);

test('shows followers the last activity per game until it is undone', async () => {
  const viewer = await newUser(service);
  const { owner, name, entries } = await withGames(['Doom']);
  const [doom] = entries;
  expect(await linesFor(viewer)).toEqual([]);
  await follow(viewer, owner);
  expect(await linesFor(viewer)).toEqual([`${name} added Doom`]);
  await update(doom, 2, { status: 'playing' });
  expect(await linesFor(viewer)).toEqual([`${name} began Doom`]);
  await update(doom, 3, { status: 'completed' });
  // A rating right after keeps the completion and adds the rating.
  await update(doom, 4, { status: 'completed', rating: 9 });
  expect(await activityFor(viewer)).toMatchObject([
    { user: { id: owner.id, username: name }, kind: 'completed', rating: 9, game: { guid: doom.guid, name: 'Doom' } },
  ]);
  // Undoing the completion must not count as beginning the game.
  await update(doom, 5, { status: 'playing', rating: 9 });
  expect(await linesFor(viewer)).toEqual([]);
  await update(doom, 6, { status: 'dropped', rating: 3 });
  expect(await linesFor(viewer)).toEqual([`${name} rated Doom`]);
  // Changed hours are no activity, and a republished event is not new.
  const [{ at } = { at: '' }] = await activityFor(viewer);
  await update(doom, 7, { status: 'dropped', rating: 3, hours_played: 2 });
  await update(doom, 8, { status: 'completed', rating: 3 }, { republished: true });
  expect(await activityFor(viewer)).toMatchObject([{ kind: 'rated', at }]);
  await unfollow(viewer, owner);
  expect(await linesFor(viewer)).toEqual([]);
});

test('limits activity per user and omits activity older than a month', async () => {
  const viewer = await newUser(service);
  const collector = await withGames(['One', 'Two', 'Three', 'Four', 'Five']);
  const quiet = await withGames(['Rare']);
  for (const { owner } of [collector, quiet]) await follow(viewer, owner);
  const received = await linesFor(viewer);
  expect(received).toEqual([
    `${quiet.name} added Rare`,
    ...['Five', 'Four', 'Three'].map((game) => `${collector.name} added ${game}`),
  ]);
  const before = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
  await update(quiet.entries[0], 2, { status: 'completed' }, { time: before });
  expect(await linesFor(viewer)).toEqual(received.slice(1));
});

test("omits activity that the user's page would not show", async () => {
  const viewer = await newUser(service);
  const { owner, name, entries } = await withGames(['Secret', 'Shared']);
  await follow(viewer, owner);
  await update(entries[1] ?? entries[0], 2, { is_shared: true });
  expect(await linesFor(viewer)).toEqual([`${name} added Shared`, `${name} added Secret`]);
  // Before the privacy event has arrived.
  await new PrivacyNotes(redis).note(owner.id, { version: 5, privacy: 'private' });
  expect(await linesFor(viewer)).toEqual([`${name} added Shared`]);
  await become(service, owner, { privacy: 'private' }, 6);
  expect(await linesFor(viewer)).toEqual([`${name} added Shared`]);
  // A game that the catalog has not confirmed stays hidden.
  await shelve(service, [], [someEntry(owner.id, '3030-made-up', { is_shared: true })]);
  expect(await linesFor(viewer)).toEqual([`${name} added Shared`]);
  await become(service, owner, { is_active: false }, 7);
  expect(await linesFor(viewer)).toEqual([]);
  await service.deliver(userDeleted, { data: { user_id: owner.id }, version: 8 });
  await until('nothing is left', async () => {
    const left = await service.query(
      'select entry_id from entries where user_id = $1 union all select entry_id from deeds where user_id = $1',
      [owner.id],
    );
    return left.length === 0;
  });
});

test('shows no activity when a removal is undone', async () => {
  const [viewer, owner] = [await newUser(service), await newUser(service)];
  const game = someGame({ name: 'Doom' });
  const entry = someEntry(owner.id, game.guid, { status: 'want_to_play', date_added: '2024-02-03T04:05:06.789Z' });
  await shelve(service, [game], [entry]);
  await follow(viewer, owner);
  const received = async () =>
    (await viewer.client.call(socialCalls.listFollowedActivity, {})).deeds.map(({ kind }) => kind);
  await update(entry, 2, { status: 'completed' });
  expect(await received()).toEqual(['completed']);
  const { entry_id, user_id, guid } = entry;
  await service.deliver(entryRemoved, { data: { entry_id, user_id, guid }, version: 3 });
  await until(
    'it is gone',
    async () => (await service.query('select 1 from entries where entry_id = $1', [entry_id])).length === 0,
  );
  // The library service publishes an undo as an addition with the original date and the next version.
  await service.deliver(entryAdded, { data: { ...entry, status: 'completed' }, version: 4 });
  await untilRow(service, 'entries', 'entry_id = $1 and version = 4', [entry_id]);
  expect(await received()).not.toContain('added');
});
