import { type EntryState, entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { expect, test } from 'vitest';
import { someEntry, someGame, startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();
const redis = service.connectRedis();

/** Returns lines of user, kind and game, newest first. */
const linesFor = async (viewer: TestUser) =>
  (await viewer.followedActivity()).map(({ user, kind, game }) => `${user.username} ${kind} ${game.name}`);

/** Registers a user with games of these names, added in this order. */
async function withGames(names: readonly string[], given: Partial<EntryState> = {}) {
  const owner = await service.newUser();
  const games = names.map((name) => someGame({ name }));
  const entries = games.map(({ guid }) => someEntry(owner.id, guid, { status: 'want_to_play', ...given }));
  for (const [at, entry] of entries.entries()) await service.shelve(games.slice(at, at + 1), [entry]);
  return { owner, name: owner.user.username, entries: entries as [EntryState, ...EntryState[]] };
}

const update = (entry: EntryState, version: number, given: Partial<EntryState>, received: object = {}) =>
  service.change({ ...entry, ...given }, version, received);

test('shows followers the last activity per game until it is undone', async () => {
  const viewer = await service.newUser();
  const { owner, name, entries } = await withGames(['Doom']);
  const [doom] = entries;
  expect(await linesFor(viewer)).toEqual([]);
  await viewer.follow(owner);
  expect(await linesFor(viewer)).toEqual([`${name} added Doom`]);
  await update(doom, 2, { status: 'playing' });
  expect(await linesFor(viewer)).toEqual([`${name} began Doom`]);
  await update(doom, 3, { status: 'completed' });
  // A rating right after keeps the completion and adds the rating.
  await update(doom, 4, { status: 'completed', rating: 9 });
  expect(await viewer.followedActivity()).toMatchObject([
    { user: { id: owner.id, username: name }, kind: 'completed', rating: 9, game: { guid: doom.guid, name: 'Doom' } },
  ]);
  // Undoing the completion must not count as beginning the game.
  await update(doom, 5, { status: 'playing', rating: 9 });
  expect(await linesFor(viewer)).toEqual([]);
  await update(doom, 6, { status: 'dropped', rating: 3 });
  expect(await linesFor(viewer)).toEqual([`${name} rated Doom`]);
  // Changed hours are no activity, and a republished event is not new.
  const [{ at } = { at: '' }] = await viewer.followedActivity();
  await update(doom, 7, { status: 'dropped', rating: 3, hours_played: 2 });
  await update(doom, 8, { status: 'completed', rating: 3 }, { republished: true });
  expect(await viewer.followedActivity()).toMatchObject([{ kind: 'rated', at }]);
  await viewer.unfollow(owner);
  expect(await linesFor(viewer)).toEqual([]);
});

test('limits activity per user and omits activity older than a month', async () => {
  const viewer = await service.newUser();
  const collector = await withGames(['One', 'Two', 'Three', 'Four', 'Five']);
  const quiet = await withGames(['Rare']);
  for (const { owner } of [collector, quiet]) await viewer.follow(owner);
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
  const viewer = await service.newUser();
  const { owner, name, entries } = await withGames(['Secret', 'Shared']);
  await viewer.follow(owner);
  await update(entries[1] ?? entries[0], 2, { is_shared: true });
  expect(await linesFor(viewer)).toEqual([`${name} added Shared`, `${name} added Secret`]);
  // Before the privacy event has arrived.
  await new PrivacyNotes(redis).note(owner.id, { version: 5, privacy: 'private' });
  expect(await linesFor(viewer)).toEqual([`${name} added Shared`]);
  await service.become(owner, { privacy: 'private' }, 6);
  expect(await linesFor(viewer)).toEqual([`${name} added Shared`]);
  // A game that the catalog has not confirmed stays hidden.
  await service.shelve([], [someEntry(owner.id, '3030-made-up', { is_shared: true })]);
  expect(await linesFor(viewer)).toEqual([`${name} added Shared`]);
  await service.become(owner, { is_active: false }, 7);
  expect(await linesFor(viewer)).toEqual([]);
  await service.deliver(userDeleted, { data: { user_id: owner.id }, version: 8 });
  for (const table of ['entries', 'deeds']) await service.untilGone(table, 'user_id = $1', [owner.id]);
});

test('shows no activity when a removal is undone', async () => {
  const viewer = await service.newUser();
  const { owner, name, entries } = await withGames(['Doom'], { date_added: '2024-02-03T04:05:06.789Z' });
  const [doom] = entries;
  await viewer.follow(owner);
  await update(doom, 2, { status: 'completed' });
  expect(await linesFor(viewer)).toEqual([`${name} completed Doom`]);
  await service.remove(doom, 3);
  // The library service publishes an undo as an addition with the original date and the next version.
  await service.deliver(entryAdded, { data: { ...doom, status: 'completed' }, version: 4 });
  await service.untilRow('entries', 'entry_id = $1 and version = 4', [doom.entry_id]);
  expect(await linesFor(viewer)).not.toContain(`${name} added Doom`);
});
