import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { someEntry, someGame, startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();
const redis = service.connectRedis();

const { getGameOpinions } = socialCalls;
const opinions = (guid: string, api = service.api) => api.call(getGameOpinions, { params: { guid } });
const ratings = async (guid: string) => (await opinions(guid)).ratings;

/** Creates a game with these ratings by new users; null for no rating. */
async function rated(given: readonly (number | null)[]) {
  const game = someGame();
  const users = await Promise.all(given.map(() => service.newUser()));
  const entries = users.map(({ id }, at) => someEntry(id, game.guid, { rating: given[at] ?? null }));
  await service.shelve([game], entries);
  return { guid: game.guid, users, entries };
}

test('shows anonymous ratings to everyone once five users have rated', async () => {
  const { guid, users } = await rated([10, 8, 8, 3, null]);
  expect(await opinions(guid)).toMatchObject({ ratings: null, followed: null });
  const fifth = await service.newUser();
  await service.shelve([], [someEntry(fifth.id, guid, { rating: 1 })]);
  const answer = await opinions(guid);
  expect(answer.ratings).toEqual({
    count: 5,
    average: 6,
    by_rating: [1, 0, 1, 0, 0, 0, 0, 2, 0, 1],
    newest_only: false,
  });
  for (const { id, user } of users) expect(JSON.stringify(answer)).not.toMatch(`${id}|${user.username}`);
});

test('counts only public and active users', async () => {
  const { guid, users } = await rated([10, 10, 10, 10, 10, 10, 10]);
  const hidden = await service.newUser({ privacy: 'private' });
  await service.shelve([], [someEntry(hidden.id, guid, { rating: 1, is_shared: true })]);
  expect(await ratings(guid)).toMatchObject({ count: 7, average: 10 });
  const [first, second, third] = users as [TestUser, TestUser, TestUser];
  await service.become(first, { privacy: 'private' }, 2);
  expect((await ratings(guid))?.count).toBe(6);
  await service.become(second, { is_active: false }, 2);
  expect((await ratings(guid))?.count).toBe(5);
  await service.deliver(userDeleted, { data: { user_id: third.id }, version: 2 });
  await until('too few users are left', async () => (await ratings(guid)) === null);
});

test('uses only the newest ratings of a popular game', async () => {
  const { guid } = await rated([5, 5, 5, 5, 5]);
  await service.query(
    `with many as (select uuidv7() as id, uuidv7() as user_id from generate_series(1, 2000)),
     known as (insert into users (id, username, created_at, is_active, privacy)
       select user_id, left(user_id::text, 20), now(), true, 'public' from many)
     insert into entries (entry_id, user_id, guid, status, rating, platform_not_listed, is_shared, date_added)
     select id, user_id, $1, 'completed', 9, false, false, now() from many`,
    [guid],
  );
  expect(await ratings(guid)).toMatchObject({ count: 2000, newest_only: true, average: expect.closeTo(9, 1) });
});

test('lists followed users with what they share, finished first', async () => {
  const viewer = await service.newUser();
  const { guid, users, entries } = await rated([null, 4, 9, 7, 6]);
  const [playing, low, high, , secret] = users as [TestUser, TestUser, TestUser, TestUser, TestUser];
  const [, ofLow, ofHigh, , ofSecret] = entries as [EntryState, EntryState, EntryState, EntryState, EntryState];
  await service.change({ ...ofLow, status: 'completed', hours_played: 12.5 }, 2);
  await service.change({ ...ofHigh, status: 'completed' }, 2);
  await service.become(secret, { privacy: 'private' }, 2);
  for (const one of [playing, low, high, secret]) await viewer.follow(one);
  const followed = async () => (await opinions(guid, viewer.client)).followed;
  const names = async () => (await followed())?.people.map(({ user }) => user.username);
  const usernames = (...some: readonly TestUser[]) => some.map(({ user }) => user.username);
  expect(await names()).toEqual(usernames(high, low, playing));
  expect(await followed()).toMatchObject({
    more: false,
    people: [
      { status: 'completed', rating: 9, hours_played: null },
      { user: { id: low.id }, status: 'completed', rating: 4, hours_played: 12.5 },
      { status: 'playing', rating: null },
    ],
  });

  // Shared entries of a private user are visible; the rest is hidden even before the event arrives.
  await service.change({ ...ofSecret, is_shared: true }, 2);
  expect(await names()).toContain(secret.user.username);
  await new PrivacyNotes(redis).note(high.id, { version: 5, privacy: 'private' });
  expect(await names()).toEqual(usernames(low, secret, playing));
  await viewer.unfollow(low);
  await service.become(playing, { is_active: false }, 2);
  expect(await names()).toEqual(usernames(secret));
  // A game that the catalog has not confirmed stays hidden.
  const made = someEntry(secret.id, '3030-made-up', { is_shared: true });
  await service.shelve([], [made]);
  expect((await opinions(made.guid, viewer.client)).followed?.people).toEqual([]);
});

test('lists at most fifty followed users', async () => {
  const viewer = await service.newUser();
  const { guid, users } = await rated(Array.from({ length: 51 }, () => 5));
  for (const one of users) await viewer.follow(one);
  const { followed } = await opinions(guid, viewer.client);
  expect([followed?.people.length, followed?.more]).toEqual([50, true]);
});
