import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import { expect, test } from 'vitest';
import { someEntry, someGame, startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();

const favouritesFor = async (viewer: TestUser, owner: TestUser) => (await viewer.openPage(owner)).page.favourites;

/** Registers a user with three games, the second of which is shared. */
async function shelf(privacy: 'public' | 'private') {
  const owner = await service.newUser({ privacy });
  const games = [someGame(), someGame(), someGame()];
  const entries = games.map(({ guid }, at) => someEntry(owner.id, guid, { is_shared: at === 1 }));
  await service.shelve(games, entries);
  return {
    owner,
    entries: entries as [EntryState, ...EntryState[]],
    ids: entries.map(({ entry_id }) => entry_id),
    viewer: await service.newUser(),
  };
}

let version = 0;
const favour = async (userId: string, entry_ids: readonly string[]) => {
  version += 1;
  await service.deliver(favouritesChanged, { data: { user_id: userId, entry_ids: [...entry_ids] }, version });
  await service.untilRow('favourites', 'user_id = $1 and entry_ids = $2::uuid[]', [userId, entry_ids]);
};

test('shows favorites in order and omits removed ones', async () => {
  const { owner, entries, ids, viewer } = await shelf('public');
  expect(await favouritesFor(viewer, owner)).toEqual([]);
  await favour(owner.id, ids.toReversed());
  const before = await viewer.openPage(owner);
  expect(before.page.favourites).toEqual(ids.toReversed());
  await favour(owner.id, ids);
  const turned = await viewer.openPage(owner);
  expect(turned.page.favourites).toEqual(ids);
  expect(turned.etag).not.toBe(before.etag);
  await service.remove(entries[0], 2);
  expect(await favouritesFor(viewer, owner)).toEqual(ids.slice(1));
});

test('shows others only the shared favorites of a private library and no changes of the rest', async () => {
  const { owner, entries, ids, viewer } = await shelf('private');
  const [hidden = '', shared = '', other = ''] = ids;
  const empty = await viewer.openPage(owner);
  await favour(owner.id, [hidden, other]);
  expect(await viewer.openPage(owner)).toEqual(empty);
  await favour(owner.id, [hidden, shared, other]);
  const one = await viewer.openPage(owner);
  expect(one.page.favourites).toEqual([shared]);
  expect(one.etag).not.toBe(empty.etag);
  // Neither the position nor the number of hidden favorites is visible.
  await favour(owner.id, [shared]);
  expect(await viewer.openPage(owner)).toEqual(one);
  await favour(owner.id, [other, hidden, shared]);
  expect(await viewer.openPage(owner)).toEqual(one);
  expect(await favouritesFor(owner, owner)).toEqual([other, hidden, shared]);
  // A newly shared favorite becomes visible, and all do once the library is public.
  await service.change({ ...entries[0], is_shared: true }, 2);
  expect(await favouritesFor(viewer, owner)).toEqual([hidden, shared]);
  await service.become(owner, { privacy: 'public' }, 2);
  expect(await favouritesFor(viewer, owner)).toHaveLength(3);
});

test("accepts favourites before their entries and ignores other users' entries", async () => {
  const [owner, viewer, stranger] = [await service.newUser(), await service.newUser(), await shelf('public')];
  const game = someGame();
  const entry = someEntry(owner.id, game.guid);
  await favour(owner.id, [entry.entry_id, ...stranger.ids]);
  expect(await favouritesFor(viewer, owner)).toEqual([]);
  await service.shelve([game], [entry]);
  expect(await favouritesFor(viewer, owner)).toEqual([entry.entry_id]);
});

test('deletes favorites with their user and ignores late events', async () => {
  const { owner, ids } = await shelf('public');
  await favour(owner.id, ids);
  await service.deliver(userDeleted, { data: { user_id: owner.id }, version: 9 });
  await service.untilGone('favourites', 'user_id = $1', [owner.id]);
  const other = await shelf('public');
  await service.deliver(favouritesChanged, { data: { user_id: owner.id, entry_ids: ids }, version: version + 5 });
  await favour(other.owner.id, other.ids);
  expect(await service.query('select from favourites where user_id = $1', [owner.id])).toEqual([]);
});
