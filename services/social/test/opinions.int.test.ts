import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { type UserState, userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { newUser, redisOf, register, shelve, someEntry, someGame, someUser, startSocial } from './helpers.ts';

const service = await startSocial();
const redis = redisOf(service);

const { followUser, getGameOpinions, unfollowUser } = socialCalls;
const opinions = (guid: string, api = service.api) => api.call(getGameOpinions, { params: { guid } });
const ratings = async (guid: string) => (await opinions(guid)).ratings;

/** Creates a game with these ratings by new users; null for no rating. */
async function rated(given: readonly (number | null)[], user: Partial<UserState> = {}) {
  const game = someGame();
  const users = given.map(() => someUser(user));
  await register(service, ...users);
  const entries = users.map(({ user_id }, at) => someEntry(user_id, game.guid, { rating: given[at] ?? null }));
  await shelve(service, [game], entries);
  return { guid: game.guid, users, entries };
}

test('shows anonymous ratings to everyone once five users have rated', async () => {
  const { guid, users } = await rated([10, 8, 8, 3, null]);
  expect(await opinions(guid)).toMatchObject({ ratings: null, followed: null });
  const fifth = someUser();
  await register(service, fifth);
  await shelve(service, [], [someEntry(fifth.user_id, guid, { rating: 1 })]);
  const answer = await opinions(guid);
  expect(answer.ratings).toEqual({
    count: 5,
    average: 6,
    by_rating: [1, 0, 1, 0, 0, 0, 0, 2, 0, 1],
    newest_only: false,
  });
  for (const { user_id, username } of users) expect(JSON.stringify(answer)).not.toMatch(`${user_id}|${username}`);
});

test('counts only public and active users', async () => {
  const { guid, users } = await rated([10, 10, 10, 10, 10, 10, 10]);
  const hidden = someUser({ privacy: 'private' });
  await register(service, hidden);
  await shelve(service, [], [someEntry(hidden.user_id, guid, { rating: 1, is_shared: true })]);
  expect(await ratings(guid)).toMatchObject({ count: 7, average: 10 });
  const [first, second, third] = users as [UserState, UserState, UserState];
  const counted = (count: number | null) =>
    until(`${count} ratings`, async () => ((await ratings(guid))?.count ?? null) === count);
  await service.deliver(userUpdated, { data: { ...first, privacy: 'private' }, version: 2 });
  await counted(6);
  await service.deliver(userUpdated, { data: { ...second, is_active: false }, version: 2 });
  await counted(5);
  await service.deliver(userDeleted, { data: { user_id: third.user_id }, version: 2 });
  await counted(null);
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
  const viewer = await newUser(service);
  const { guid, users, entries } = await rated([null, 4, 9, 7, 6]);
  const [playing, low, high, stranger, secret] = users as [UserState, UserState, UserState, UserState, UserState];
  const change = async (at: number, given: object) => {
    const entry = entries[at];
    if (entry) await service.deliver(entryUpdated, { data: { ...entry, ...given }, version: 2 });
  };
  await change(1, { status: 'completed', hours_played: 12.5 });
  await change(2, { status: 'completed' });
  await service.deliver(userUpdated, { data: { ...secret, privacy: 'private' }, version: 2 });
  for (const { user_id } of [playing, low, high, secret]) {
    await viewer.client.call(followUser, { params: { id: user_id } });
  }
  const followed = async () => (await opinions(guid, viewer.client)).followed;
  const names = async () => (await followed())?.people.map(({ user }) => user.username);
  const usernames = (...some: readonly UserState[]) => some.map(({ username }) => username);
  await until('what was changed', async () => {
    expect(await names()).toEqual(usernames(high, low, playing));
    return true;
  });
  expect(await followed()).toMatchObject({
    more: false,
    people: [
      { status: 'completed', rating: 9, hours_played: null },
      { user: { id: low.user_id }, status: 'completed', rating: 4, hours_played: 12.5 },
      { status: 'playing', rating: null },
    ],
  });
  expect(await names()).not.toContain(stranger.username);

  // Shared entries of a private user are visible; the rest is hidden even before the event arrives.
  await change(4, { is_shared: true });
  await until('what is shared', async () => (await names())?.includes(secret.username));
  await new PrivacyNotes(redis).note(high.user_id, { version: 5, privacy: 'private' });
  expect(await names()).toEqual(usernames(low, secret, playing));
  await viewer.client.call(unfollowUser, { params: { id: low.user_id } });
  await service.deliver(userUpdated, { data: { ...playing, is_active: false }, version: 2 });
  await until('who is closed is gone', async () => (await names())?.join() === secret.username);
  // A game that the catalog has not confirmed stays hidden.
  const made = someEntry(secret.user_id, '3030-made-up', { is_shared: true });
  await shelve(service, [], [made]);
  expect((await opinions(made.guid, viewer.client)).followed?.people).toEqual([]);
});

test('lists at most fifty followed users', async () => {
  const viewer = await newUser(service);
  const { guid, users } = await rated(Array.from({ length: 51 }, () => 5));
  for (const { user_id } of users) {
    await service.query('insert into follows (follower_id, followee_id, active, version) values ($1, $2, true, 1)', [
      viewer.id,
      user_id,
    ]);
  }
  const { followed } = await opinions(guid, viewer.client);
  expect([followed?.people.length, followed?.more]).toEqual([50, true]);
});
