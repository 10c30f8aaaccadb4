import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { type ApiClient, startTestService, type TestService, until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { socialService } from '../src/service.ts';
import { shelve, somebody, someEntry, someGame } from './helpers.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(socialService);
});
afterAll(() => service.stop());

const { getUser } = socialCalls;

async function look(client: ApiClient, id: string) {
  const { headers } = await client.send('GET', `/api/users/${id}`);
  const { favourites } = await client.call(getUser, { params: { id } });
  return { favourites, etag: headers.get('etag') };
}

/** Somebody with three games, of which the second is shared. */
async function shelf(privacy: 'public' | 'private') {
  const owner = await somebody(service, { privacy });
  const games = [someGame(), someGame(), someGame()];
  const entries = games.map(({ guid }, at) => someEntry(owner.id, guid, { is_shared: at === 1 }));
  await shelve(service, games, entries);
  return { owner, entries, ids: entries.map(({ entry_id }) => entry_id), viewer: await somebody(service) };
}

let version = 0;
const tell = async (userId: string, entry_ids: readonly string[]) => {
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

test("a page shows its user's favourites in order, and none that was removed", async () => {
  const { owner, entries, ids, viewer } = await shelf('public');
  expect((await look(viewer.client, owner.id)).favourites).toEqual([]);
  await tell(owner.id, ids.toReversed());
  const before = await look(viewer.client, owner.id);
  expect(before.favourites).toEqual(ids.toReversed());
  await tell(owner.id, ids);
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

test('of a private library others see those alone that are shared, and nothing of what is done with the others', async () => {
  const { owner, entries, ids, viewer } = await shelf('private');
  const [hidden = '', shared = '', other = ''] = ids;
  const empty = await look(viewer.client, owner.id);
  await tell(owner.id, [hidden, other]);
  expect(await look(viewer.client, owner.id)).toEqual(empty);
  await tell(owner.id, [hidden, shared, other]);
  const one = await look(viewer.client, owner.id);
  expect(one.favourites).toEqual([shared]);
  expect(one.etag).not.toBe(empty.etag);
  // Neither their places nor their number show.
  await tell(owner.id, [shared]);
  expect(await look(viewer.client, owner.id)).toEqual(one);
  await tell(owner.id, [other, hidden, shared]);
  expect(await look(viewer.client, owner.id)).toEqual(one);
  expect((await look(owner.client, owner.id)).favourites).toEqual([other, hidden, shared]);
  // Shared from now on, and everything once the library is public.
  const [first] = entries;
  if (first) await service.deliver(entryUpdated, { data: { ...first, is_shared: true }, version: 2 });
  await until('both are seen', async () => {
    const { favourites } = await look(viewer.client, owner.id);
    return String(favourites) === String([hidden, shared]);
  });
  await service.deliver(userUpdated, { data: { ...owner.user, privacy: 'public' }, version: 2 });
  await until('all are seen', async () => (await look(viewer.client, owner.id)).favourites?.length === 3);
});

test("a choice may come before its games, and names nobody else's", async () => {
  const [owner, viewer, stranger] = [await somebody(service), await somebody(service), await shelf('public')];
  const game = someGame();
  const entry = someEntry(owner.id, game.guid);
  await tell(owner.id, [entry.entry_id, ...stranger.ids]);
  expect((await look(viewer.client, owner.id)).favourites).toEqual([]);
  await shelve(service, [game], [entry]);
  expect((await look(viewer.client, owner.id)).favourites).toEqual([entry.entry_id]);
});

test('they go with their user, and do not come back', async () => {
  const { owner, ids } = await shelf('public');
  await tell(owner.id, ids);
  const left = () => service.query('select from favourites where user_id = $1', [owner.id]);
  await service.deliver(userDeleted, { data: { user_id: owner.id }, version: 9 });
  await until('nothing is left', async () => (await left()).length === 0);
  const other = await shelf('public');
  await service.deliver(favouritesChanged, { data: { user_id: owner.id, entry_ids: ids }, version: version + 5 });
  await tell(other.owner.id, other.ids);
  expect(await left()).toEqual([]);
});
