import { randomUUID } from 'node:crypto';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import { expect, test } from 'vitest';
import { clientOf, follow, followTables, newUser, someUser, startSocial, unfollow } from './helpers.ts';

const service = await startSocial();

const { followUser, getUser, unfollowUser } = socialCalls;

/** Returns the published states of one follow, ordered by version. */
async function received(followerId: string, followeeId: string) {
  const about = ({ data }: { data: { follower_id: string; followee_id: string } }) =>
    data.follower_id === followerId && data.followee_id === followeeId;
  const followed = (await service.recorded(userFollowed)).filter(about);
  const unfollowed = (await service.recorded(userUnfollowed)).filter(about);
  return [
    ...followed.map(({ version }) => ({ version, active: true })),
    ...unfollowed.map(({ version }) => ({ version, active: false })),
  ].sort((a, b) => a.version - b.version);
}

test('returns the new count and publishes each change once', async () => {
  const [ann, bob] = [await newUser(service), await newUser(service)];
  const params = { id: bob.id };
  const name = bob.user.username;
  expect(await ann.client.call(followUser, { params })).toEqual({
    success: true,
    message: `You are now following ${name}.`,
    follower_count: 1,
    is_following: true,
  });
  expect(await ann.client.call(followUser, { params })).toEqual({
    success: true,
    message: `You already follow ${name}.`,
    follower_count: 1,
    is_following: true,
  });
  const { user } = await ann.client.call(getUser, { params: { id: ann.id } });
  expect(user).toMatchObject({ follower_count: 0, following_count: 1 });
  expect(await ann.client.call(unfollowUser, { params: { id: bob.id.toUpperCase() } })).toEqual({
    success: true,
    message: `You no longer follow ${name}.`,
    follower_count: 0,
    is_following: false,
  });
  expect(await ann.client.call(unfollowUser, { params })).toMatchObject({
    message: `You are not following ${name}.`,
    follower_count: 0,
    is_following: false,
  });
  await ann.client.call(followUser, { params });
  expect(await received(ann.id, bob.id)).toEqual([
    { version: 1, active: true },
    { version: 2, active: false },
    { version: 3, active: true },
  ]);
});

test('refuses to follow oneself or unknown users and stores nothing', async () => {
  const ann = await newUser(service);
  const before = await followTables(service);
  for (const call of [followUser, unfollowUser]) {
    for (const id of [ann.id, ann.id.toUpperCase()]) {
      const { status, body } = await ann.client.attempt(call, { params: { id } });
      expect([status, body.code]).toEqual([409, 'social.cannot_follow_self']);
      expect(body.message).toBe('You cannot follow yourself.');
    }
    const unknown = await ann.client.attempt(call, { params: { id: randomUUID() } });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'social.user_not_found']);
    for (const id of ['1', 'x', '%00']) expect((await ann.client.attempt(call, { params: { id } })).status).toBe(404);
  }
  expect(await followTables(service)).toEqual(before);
});

test('lets a user follow before the directory knows them', async () => {
  const bob = await newUser(service);
  const newcomer = someUser();
  const answer = await clientOf(service, newcomer).call(followUser, { params: { id: bob.id } });
  expect(answer.follower_count).toBe(1);
});

test('keeps counts exact for fifty concurrent users', async () => {
  const star = await newUser(service);
  const crowd = Array.from({ length: 50 }, () => someUser());
  const params = { id: star.id };
  await Promise.all(crowd.map((user) => clientOf(service, user).call(followUser, { params })));
  const after = await star.client.call(getUser, { params });
  expect(after.user.follower_count).toBe(50);
  await Promise.all(
    crowd.map((user, i) => clientOf(service, user).call(i % 2 ? unfollowUser : followUser, { params })),
  );
  expect((await star.client.call(getUser, { params })).user.follower_count).toBe(25);
});

test('lets users follow each other concurrently without deadlocks', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => newUser(service)));
  const pairs = people.flatMap((from) => people.filter((to) => to !== from).map((to) => ({ from, to })));
  await Promise.all(pairs.map(({ from, to }) => from.client.call(followUser, { params: { id: to.id } })));
  for (const { client, id } of people) {
    const { user } = await client.call(getUser, { params: { id } });
    expect(user).toMatchObject({ follower_count: 5, following_count: 5 });
  }
});

test('keeps counts and events consistent when one user alternates quickly', async () => {
  const [ann, bob] = [await newUser(service), await newUser(service)];
  const params = { id: bob.id };
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => ann.client.call(i % 2 ? unfollowUser : followUser, { params })),
  );
  const events = await received(ann.id, bob.id);
  expect(events).toEqual(events.map((_, i) => ({ version: i + 1, active: i % 2 === 0 })));
  expect(events.length).toBeGreaterThan(0);
  const { user } = await ann.client.call(getUser, { params });
  const active = events.at(-1)?.active ?? false;
  expect(user).toMatchObject({ follower_count: active ? 1 : 0, is_following: active });
});

test('republishes every follow with its current state, including ended ones', async () => {
  const [ann, bob, cyd] = [await newUser(service), await newUser(service), await newUser(service)];
  await follow(ann, bob);
  await follow(ann, cyd);
  await unfollow(ann, cyd);
  await service.command('republish');
  expect((await received(ann.id, bob.id)).map(({ version }) => version)).toEqual([1, 1]);
  expect((await received(ann.id, cyd.id)).map(({ version }) => version)).toEqual([1, 2, 2]);
  const marked = await service.query<{ republished: boolean | null }>(
    `select (envelope::json ->> 'republished')::bool as republished from outbox where strpos(envelope, $1) > 0 order by id`,
    [cyd.id],
  );
  expect(marked.map(({ republished }) => republished)).toEqual([null, null, true]);
});
