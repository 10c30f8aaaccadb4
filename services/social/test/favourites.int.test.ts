import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { type ApiClient, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { newUser, shelve, someEntry, someGame, startSocial } from './helpers.ts';

const service = await startSocial();

const { getUser } = socialCalls;

async function look(client: ApiClient, id: string) {
  const { headers } = await client.send('GET', `/api/users/${id}`);
  const { favourites } = await client.call(getUser, { params: { id } });
  return { favourites, etag: headers.get('etag') };
}

/** Registers a user with three games, the second of which is shared. */
async function shelf(privacy: 'public' | 'private') {
  const owner = await newUser(service, { privacy });
  const games = [someGame(), someGame(), someGame()];
  const entries = games.map(({ guid }, at) => someEntry(owner.id, guid, { is_shared: at === 1 }));
  await shelve(service, games, entries);
  return { owner, entries, ids: entries.map(({ entry_id }) => entry_id), viewer: await newUser(service) };
}

let version = 0;
const favour = async (userId: string, entry_ids: readonly string[]) => {
  version += 1;
  await service.deliver(favouritesChanged, { data: { user_id: userId, entry_ids: [...entry_ids] }, version });
  await until('the copy has them', async () => {
    const [row] = await service.query<{ ids: string[] }>(
      'select to_json(entry_ids) as ids from favourites where user_id = $1',
      [userId],
    );
    return String(row?.ids) === String(entry_ids);
  });
};

test('shows favorites in order and omits removed ones', async () => {
  const { owner, entries, ids, viewer } = await shelf('public');
  expect((await look(viewer.client, owner.id)).favourites).toEqual([]);
  await favour(owner.id, ids.toReversed());
  const before = await look(viewer.client, owner.id);
  expect(before.favourites).toEqual(ids.toReversed());
  await favour(owner.id, ids);
  const turned = await look(viewer.client, owner.id);
  expect(turned.favourites).toEqual(ids);
  expect(turned.etag).not.toBe(before.etag);
  const [{ entry_id, guid }] = entries as [(typeof entries)[number]];
  await service.deliver(entryRemoved, { data: { entry_id, guid, user_id: owner.id }, version: 2 });
  await until('it is gone', async () => {
    const { favourites } = await look(viewer.client, owner.id);
    return String(favourites) === String(ids.slice(1));
  });
});

test('shows others only the shared favorites of a private library and no changes of the rest', async () => {
  const { owner, entries, ids, viewer } = await shelf('private');
  const [hidden = '', shared = '', other = ''] = ids;
  const empty = await look(viewer.client, owner.id);
  await favour(owner.id, [hidden, other]);
  expect(await look(viewer.client, owner.id)).toEqual(empty);
  await favour(owner.id, [hidden, shared, other]);
  const one = await look(viewer.client, owner.id);
  expect(one.favourites).toEqual([shared]);
  expect(one.etag).not.toBe(empty.etag);
  // Neither the position nor the number of hidden favorites is visible.
  await favour(owner.id, [shared]);
  expect(await look(viewer.client, owner.id)).toEqual(one);
  await favour(owner.id, [other, hidden, shared]);
  expect(await look(viewer.client, owner.id)).toEqual(one);
  expect((await look(owner.client, owner.id)).favourites).toEqual([other, hidden, shared]);
  // A newly shared favorite becomes visible, and all do once the library is public.
  const [first] = entries;
  if (first) await service.deliver(entryUpdated, { data: { ...first, is_shared: true }, version: 2 });
  await until('both are seen', async () => {
    const { favourites } = await look(viewer.client, owner.id);
    return String(favourites) === String([hidden, shared]);
  });
  await service.deliver(userUpdated, { data: { ...owner.user, privacy: 'public' }, version: 2 });
  await until('all are seen', async () => (await look(viewer.client, owner.id)).favourites?.length === 3);
});

test("accepts favourites before their entries and ignores other users' entries", async () => {
  const [owner, viewer, stranger] = [await newUser(service), await newUser(service), await shelf('public')];
  const game = someGame();
  const entry = someEntry(owner.id, game.guid);
  await favour(owner.id, [entry.entry_id, ...stranger.ids]);
  expect((await look(viewer.client, owner.id)).favourites).toEqual([]);
  await shelve(service, [game], [entry]);
  expect((await look(viewer.client, owner.id)).favourites).toEqual([entry.entry_id]);
});

test('deletes favorites with their user and ignores late events', async () => {
  const { owner, ids } = await shelf('public');
  await favour(owner.id, ids);
  const left = () => service.query('select from favourites where user_id = $1', [owner.id]);
  await service.deliver(userDeleted, { data: { user_id: owner.id }, version: 9 });
  await until('nothing is left', async () => (await left()).length === 0);
  const other = await shelf('public');
  await service.deliver(favouritesChanged, { data: { user_id: owner.id, entry_ids: ids }, version: version + 5 });
  await favour(other.owner.id, other.ids);
  expect(await left()).toEqual([]);
});
