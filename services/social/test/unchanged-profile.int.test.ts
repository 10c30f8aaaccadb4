import { randomUUID } from 'node:crypto';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { type ApiClient, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { newUser, shelve, someEntry, someGame, startSocial } from './helpers.ts';

const service = await startSocial();

const { followUser, unfollowUser } = socialCalls;

interface Page {
  readonly user: PublicUser;
  readonly library: readonly { readonly rating: number | null; readonly game: { readonly name: string } }[];
}

const ask = (client: ApiClient, id: string, etag?: string) =>
  client.send<Page>('GET', `/api/users/${id}`, { headers: etag ? { 'if-none-match': etag } : {} });

/** Requests the page with the tag of the previous response, as an open page does. */
async function look(client: ApiClient, id: string, before?: string) {
  const { status, headers, body } = await ask(client, id, before);
  return { status, page: body, etag: headers.get('etag') ?? '' };
}

test('returns 304 until the user or the library changes', async () => {
  const [owner, viewer] = [await newUser(service), await newUser(service)];
  const game = someGame();
  const entry = someEntry(owner.id, game.guid, { rating: 1 });
  await shelve(service, [game], [entry]);
  let etag = '';
  const changed = async (what: string, is: (page: Page) => boolean) => {
    await until(what, async () => {
      const seen = await look(viewer.client, owner.id, etag);
      if (seen.status === 304) return false;
      etag = seen.etag;
      return is(seen.page);
    });
    const again = await ask(viewer.client, owner.id, etag);
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, etag]);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
  };
  await changed('the page', ({ library }) => library.length === 1);
  await service.deliver(entryUpdated, { data: { ...entry, rating: 9 }, version: 2 });
  await changed('an edit', ({ library }) => library[0]?.rating === 9);
  await service.deliver(gameUpserted, { data: { ...game, name: 'Renamed' }, version: 2 });
  await changed('the name of a game', ({ library }) => library[0]?.game.name === 'Renamed');
  await service.deliver(userUpdated, { data: { ...owner.user, first_name: 'Newer' }, version: 2 });
  await changed('a name', ({ user }) => user.first_name === 'Newer');
  const { entry_id, user_id, guid } = entry;
  await service.deliver(entryRemoved, { data: { entry_id, user_id, guid }, version: 3 });
  await changed('a removal', ({ library }) => library.length === 0);
});

test('hides the library from open pages once it is private', async () => {
  const [owner, viewer] = [await newUser(service), await newUser(service)];
  const game = someGame();
  await shelve(service, [game], [someEntry(owner.id, game.guid)]);
  const open = await look(viewer.client, owner.id);
  expect(open.page.library).toHaveLength(1);
  await service.deliver(userUpdated, { data: { ...owner.user, privacy: 'private' }, version: 2 });
  await until('private', async () => (await look(viewer.client, owner.id, open.etag)).status === 200);
  expect((await look(viewer.client, owner.id, open.etag)).page.library).toEqual([]);
  // The owner sees everything, under a different tag.
  const own = await look(owner.client, owner.id, (await look(viewer.client, owner.id)).etag);
  expect([own.status, own.page.library.length]).toEqual([200, 1]);
});

test('returns 304 to others for hidden changes of a private library', async () => {
  const [owner, viewer] = [await newUser(service), await newUser(service)];
  const game = someGame();
  const shared = someEntry(owner.id, game.guid, { is_shared: true, rating: 1 });
  const hidden = someEntry(owner.id, game.guid);
  await shelve(service, [game], [shared]);
  await until('it is there', async () => (await look(viewer.client, owner.id)).page.library.length === 1);
  const { etag: open } = await look(viewer.client, owner.id);
  await service.deliver(userUpdated, { data: { ...owner.user, privacy: 'private' }, version: 2 });
  await until('private', async () => (await look(viewer.client, owner.id, open)).status === 200);
  const { etag } = await look(viewer.client, owner.id);
  await shelve(service, [], [hidden]);
  for (let version = 2; version < 5; version += 1) {
    const { etag: own } = await look(owner.client, owner.id);
    await service.deliver(entryUpdated, { data: { ...hidden, hours_played: version }, version });
    await until('the owner sees it', async () => (await look(owner.client, owner.id, own)).status === 200);
    expect(await look(viewer.client, owner.id, etag)).toMatchObject({ status: 304, etag });
  }
  await service.deliver(entryUpdated, { data: { ...shared, rating: 9 }, version: 2 });
  await until('what is shared has changed', async () => (await look(viewer.client, owner.id, etag)).status === 200);
  expect((await look(viewer.client, owner.id)).page.library).toMatchObject([{ rating: 9 }]);
  const seen = await look(viewer.client, owner.id);
  await service.deliver(entryUpdated, { data: { ...hidden, hours_played: 5, is_shared: true }, version: 5 });
  await until('one more is shared', async () => (await look(viewer.client, owner.id, seen.etag)).status === 200);
});

test("includes the viewer's own follow and the follower count in the tag", async () => {
  const [owner, ann, bob] = [await newUser(service), await newUser(service), await newUser(service)];
  const params = { id: owner.id };
  const before = await look(bob.client, owner.id);
  await ann.client.call(followUser, { params });
  const counted = await look(bob.client, owner.id, before.etag);
  expect([counted.status, counted.page.user.follower_count, counted.page.user.is_following]).toEqual([200, 1, false]);
  // The pages differ only in is_following, so Bob's tag must not match for Ann.
  const anns = await look(ann.client, owner.id, counted.etag);
  expect([anns.status, anns.page.user.is_following]).toEqual([200, true]);
  await ann.client.call(unfollowUser, { params });
  await bob.client.call(followUser, { params });
  const swapped = await look(ann.client, owner.id, anns.etag);
  expect([swapped.status, swapped.page.user.follower_count, swapped.page.user.is_following]).toEqual([200, 1, false]);
});

test('shows a game and its entry in the next response when both arrive concurrently', async () => {
  const [owner, viewer] = [await newUser(service), await newUser(service)];
  for (let round = 1; round <= 10; round += 1) {
    const game = someGame({ guid: `3030-${randomUUID()}` });
    const arriving = shelve(service, [game], [someEntry(owner.id, game.guid)]);
    let etag: string | undefined;
    let shown = 0;
    await until('the entry', async () => {
      const seen = await look(viewer.client, owner.id, etag);
      if (seen.status === 200) shown = seen.page.library.length;
      etag = seen.etag;
      return shown === round;
    });
    await arriving;
  }
});
