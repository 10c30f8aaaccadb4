import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { someEntry, someGame, startSocial } from './helpers.ts';

const service = await startSocial();

type Page = CallAnswer<typeof socialCalls.getUser>;

test('returns 304 until the user or the library changes', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  const { game, entry } = await service.addGame(owner, { rating: 1 });
  let etag = '';
  const changed = async (what: string, is: (page: Page) => boolean) => {
    await until(what, async () => {
      const seen = await viewer.openPage(owner, etag);
      if (seen.status === 304) return false;
      etag = seen.etag;
      return is(seen.page);
    });
    const unchanged = { status: 304, page: null, etag, cacheControl: 'private, no-cache' };
    expect(await viewer.openPage(owner, etag)).toEqual(unchanged);
  };
  await changed('the page', ({ library }) => library.length === 1);
  await service.change({ ...entry, rating: 9 }, 2);
  await changed('an edit', ({ library }) => library[0]?.rating === 9);
  await service.deliver(gameUpserted, { data: { ...game, name: 'Renamed' }, version: 2 });
  await changed('the name of a game', ({ library }) => library[0]?.game.name === 'Renamed');
  await service.become(owner, { first_name: 'Newer' }, 2);
  await changed('a name', ({ user }) => user.first_name === 'Newer');
  await service.remove(entry, 3);
  await changed('a removal', ({ library }) => library.length === 0);
});

test('hides a library that turns private from open pages and returns 304 for its hidden changes', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  const { entry: shared } = await service.addGame(owner, { is_shared: true, rating: 1 });
  const { entry: first } = await service.addGame(owner);
  const open = await viewer.openPage(owner);
  expect(open.page.library).toHaveLength(2);
  await service.become(owner, { privacy: 'private' }, 2);
  const hidden = await viewer.openPage(owner, open.etag);
  expect([hidden.status, hidden.page.library.map(({ id }) => id)]).toEqual([200, [shared.entry_id]]);
  // The owner sees everything, under a different tag.
  const own = await owner.openPage(owner, hidden.etag);
  expect([own.status, own.page.library.length]).toEqual([200, 2]);
  for (let version = 2; version < 5; version += 1) {
    const { etag } = await owner.openPage(owner);
    await service.change({ ...first, hours_played: version }, version);
    expect((await owner.openPage(owner, etag)).status).toBe(200);
    expect(await viewer.openPage(owner, hidden.etag)).toMatchObject({ status: 304, etag: hidden.etag });
  }
  await service.change({ ...shared, rating: 9 }, 2);
  const rated = await viewer.openPage(owner, hidden.etag);
  expect([rated.status, rated.page.library]).toMatchObject([200, [{ rating: 9 }]]);
  await service.change({ ...first, hours_played: 5, is_shared: true }, 5);
  expect((await viewer.openPage(owner, rated.etag)).status).toBe(200);
});

test("includes the viewer's own follow and the follower count in the tag", async () => {
  const [owner, ann, bob] = [await service.newUser(), await service.newUser(), await service.newUser()];
  const before = await bob.openPage(owner);
  await ann.follow(owner);
  const counted = await bob.openPage(owner, before.etag);
  expect([counted.status, counted.page.user.follower_count, counted.page.user.is_following]).toEqual([200, 1, false]);
  // The pages differ only in is_following, so Bob's tag must not match for Ann.
  const anns = await ann.openPage(owner, counted.etag);
  expect([anns.status, anns.page.user.is_following]).toEqual([200, true]);
  await ann.unfollow(owner);
  await bob.follow(owner);
  const swapped = await ann.openPage(owner, anns.etag);
  expect([swapped.status, swapped.page.user.follower_count, swapped.page.user.is_following]).toEqual([200, 1, false]);
});

test('shows a game and its entry in the next response when both arrive concurrently', async () => {
  const [owner, viewer] = [await service.newUser(), await service.newUser()];
  for (let round = 1; round <= 10; round += 1) {
    const game = someGame({ guid: `3030-${randomUUID()}` });
    const arriving = service.shelve([game], [someEntry(owner.id, game.guid)]);
    let etag: string | undefined;
    let shown = 0;
    await until('the entry', async () => {
      const seen = await viewer.openPage(owner, etag);
      if (seen.status === 200) shown = seen.page.library.length;
      etag = seen.etag;
      return shown === round;
    });
    await arriving;
  }
});
