import { randomUUID } from 'node:crypto';
import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { collectNotifications, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { someEntry, someGame, startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();
const published = await collectNotifications(service.env.REDIS_CACHE_URL ?? '');
const redis = service.connectRedis();

const update = (entry: EntryState, version: number, given: Partial<EntryState> = {}) =>
  service.change({ ...entry, ...given }, version);

const etagFor = async (viewer: TestUser, owner: TestUser) => (await viewer.openPage(owner)).etag;

/** Live notifications about the owner's page, after all earlier ones have arrived. */
async function notificationsOf({ id }: TestUser): Promise<number> {
  const { id: later } = await service.newUser();
  await until('a later notification', () => published.to({ page: later }).length > 0);
  return published.to({ page: id }).length;
}

const activitiesFor = async (viewer: TestUser) =>
  (await viewer.followedActivity()).map(({ kind, game }) => [kind, game.guid]);

test.each(['private', 'public'] as const)(
  'a private note on a visible game of a %s library changes nothing for others',
  async (privacy) => {
    const [owner, viewer] = [await service.newUser({ privacy }), await service.newUser()];
    const { entry } = await service.addGame(owner, { is_shared: true });
    const etag = await etagFor(viewer, owner);
    const before = await notificationsOf(owner);
    // Events contain no tags, so only the version changes.
    await update(entry, 2);
    await update(entry, 3);
    expect(await etagFor(viewer, owner)).toBe(etag);
    expect(await notificationsOf(owner)).toBe(before);
    const library = await viewer.libraryOf(owner);
    expect(library).toHaveLength(1);
    expect(library[0]).not.toHaveProperty('version');

    await update(entry, 4, { rating: 8 });
    expect(await etagFor(viewer, owner)).not.toBe(etag);
    expect(await notificationsOf(owner)).toBe(before + 1);
  },
);

test('sharing a game does not reveal what its owner did with it while it was hidden', async () => {
  const [owner, viewer] = [await service.newUser({ privacy: 'private' }), await service.newUser()];
  await viewer.follow(owner);
  const { game, entry } = await service.addGame(owner);
  await update(entry, 2, { status: 'completed' });
  await update(entry, 3, { status: 'completed', is_shared: true });
  expect(await activitiesFor(viewer)).toEqual([]);
  await update(entry, 4, { status: 'playing', is_shared: true });
  await update(entry, 5, { status: 'completed', is_shared: true });
  expect(await activitiesFor(viewer)).toEqual([['completed', game.guid]]);
});

test('turning public does not reveal what the user did while private', async () => {
  const [owner, viewer] = [await service.newUser({ privacy: 'private' }), await service.newUser()];
  await viewer.follow(owner);
  const { entry: hidden } = await service.addGame(owner);
  await update(hidden, 2, { status: 'completed' });
  await service.become(owner, { privacy: 'public' }, 2);
  expect(await activitiesFor(viewer)).toEqual([]);
  // Turned private by a change that has not arrived here yet.
  await new PrivacyNotes(redis).note(owner.id, { version: 3, privacy: 'private' });
  const { entry: late } = await service.addGame(owner);
  await service.become(owner, { privacy: 'private' }, 3);
  await service.become(owner, { privacy: 'public' }, 4);
  expect(await activitiesFor(viewer)).toEqual([]);
  await update(hidden, 3, { status: 'completed', rating: 9 });
  await update(late, 2, { status: 'completed' });
  expect(await activitiesFor(viewer)).toContainEqual(['completed', late.guid]);
});

test('the previous release hides activities of private users as well', async () => {
  const [owner, viewer] = [await service.newUser({ privacy: 'private' }), await service.newUser()];
  await viewer.follow(owner);
  const { entry } = await service.addGame(owner, { status: 'completed' });
  await service.query('delete from deeds where entry_id = $1', [entry.entry_id]);
  await service.query(
    `insert into deeds (entry_id, user_id, kind, at, is_hidden) values ($1, $2, 'completed', now(), true)`,
    [entry.entry_id, owner.id],
  );
  await service.query('update entries set is_shared = true where entry_id = $1', [entry.entry_id]);
  expect(await activitiesFor(viewer)).toEqual([]);
});

test('never shows a game that a user added to others, even if shared in a public library', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  await viewer.follow(owner);
  const { game } = await service.addGame(owner);
  // Simulates another service that published it by mistake.
  const own = someGame({ guid: `own-${randomUUID()}` });
  const [etag, before] = [await etagFor(viewer, owner), await notificationsOf(owner)];
  const shownBefore = await activitiesFor(viewer);
  const entry = someEntry(owner.id, own.guid, { is_shared: true, status: 'playing', rating: 9 });
  await service.shelve([], [entry, someEntry(viewer.id, own.guid)]);
  await service.shelve([own], []);
  await update(entry, 2, { status: 'completed' });
  await service.deliver(favouritesChanged, { data: { user_id: owner.id, entry_ids: [entry.entry_id] }, version: 1 });
  await service.untilRow('favourites', 'user_id = $1', [owner.id]);

  const page = await viewer.client.call(socialCalls.getUser, { params: { id: owner.id } });
  expect(page.library.map(({ guid }) => guid)).toEqual([game.guid]);
  expect(page.stats).toMatchObject({ total_games: 1, shared_games: 0, completed: 0, average_rating: null });
  expect(page.favourites).toEqual([]);
  expect(await activitiesFor(viewer)).toEqual(shownBefore);
  const opinions = await viewer.client.call(socialCalls.getGameOpinions, { params: { guid: own.guid } });
  expect(opinions).toMatchObject({ ratings: null, followed: { people: [], more: false } });
  expect((await viewer.client.call(notificationCalls.listNotifications, {})).notifications).toEqual([]);
  expect(await service.query('select from notification_spreads where guid = $1', [own.guid])).toEqual([]);
  expect([await etagFor(viewer, owner), await notificationsOf(owner)]).toEqual([etag, before]);

  await service.remove(entry, 3);
  expect([await etagFor(viewer, owner), await notificationsOf(owner)]).toEqual([etag, before]);
});

test('shows an entry once its own game is merged into a known one, without earlier activities', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  await viewer.follow(owner);
  const game = someGame();
  const entry = someEntry(owner.id, `own-${randomUUID()}`, { status: 'playing' });
  await service.shelve([game], [entry]);
  await update(entry, 2, { status: 'completed' });
  const before = await notificationsOf(owner);
  await update(entry, 3, { status: 'completed', guid: game.guid });
  expect((await viewer.libraryOf(owner)).map(({ guid }) => guid)).toEqual([game.guid]);
  expect(await notificationsOf(owner)).toBe(before + 1);
  expect(await activitiesFor(viewer)).toEqual([]);
  await update(entry, 4, { status: 'completed' });
  expect(await viewer.libraryOf(owner)).toEqual([]);
});
