import { randomUUID } from 'node:crypto';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import { snapshotted } from '@nightshelf/contracts/events/snapshots.ts';
import { expect, test } from 'vitest';
import { someUser, startSocial, TestUser } from './helpers.ts';

const service = await startSocial();

const { followUser, unfollowUser } = socialCalls;

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
  const [ann, bob] = [await service.newUser(), await service.newUser()];
  const name = bob.user.username;
  const [followed, unfollowed] = [
    { success: true, follower_count: 1, is_following: true },
    { success: true, follower_count: 0, is_following: false },
  ];
  expect(await ann.follow(bob)).toEqual({ ...followed, message: `You are now following ${name}.` });
  expect(await ann.follow(bob)).toEqual({ ...followed, message: `You already follow ${name}.` });
  expect((await ann.openPage(ann)).page.user).toMatchObject({ follower_count: 0, following_count: 1 });
  const upperCase = { id: bob.id.toUpperCase() };
  expect(await ann.unfollow(upperCase)).toEqual({ ...unfollowed, message: `You no longer follow ${name}.` });
  expect(await ann.unfollow(bob)).toEqual({ ...unfollowed, message: `You are not following ${name}.` });
  await ann.follow(bob);
  expect(await received(ann.id, bob.id)).toEqual([
    { version: 1, active: true },
    { version: 2, active: false },
    { version: 3, active: true },
  ]);
});

test('refuses to follow oneself or unknown users and stores nothing', async () => {
  const ann = await service.newUser();
  const before = await service.followTables();
  for (const call of [followUser, unfollowUser]) {
    for (const id of [ann.id, ann.id.toUpperCase()]) {
      expect(await ann.client.attempt(call, { params: { id } })).toMatchObject({
        status: 409,
        body: { code: 'social.cannot_follow_self', message: 'You cannot follow yourself.' },
      });
    }
    const unknown = await ann.client.attempt(call, { params: { id: randomUUID() } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'social.user_not_found' } });
    for (const id of ['1', 'x', '%00']) expect((await ann.client.attempt(call, { params: { id } })).status).toBe(404);
  }
  expect(await service.followTables()).toEqual(before);
});

test('lets a user follow before the directory knows them', async () => {
  const bob = await service.newUser();
  expect((await new TestUser(service.api, someUser()).follow(bob)).follower_count).toBe(1);
});

test('keeps counts exact for fifty concurrent users', async () => {
  const star = await service.newUser();
  const crowd = Array.from({ length: 50 }, () => new TestUser(service.api, someUser()));
  const followers = async () => (await star.openPage(star)).page.user.follower_count;
  await Promise.all(crowd.map((one) => one.follow(star)));
  expect(await followers()).toBe(50);
  await Promise.all(crowd.map((one, i) => (i % 2 ? one.unfollow(star) : one.follow(star))));
  expect(await followers()).toBe(25);
});

test('lets users follow each other concurrently without deadlocks', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => service.newUser()));
  await Promise.all(people.flatMap((one) => people.filter((other) => other !== one).map((other) => one.follow(other))));
  for (const one of people) {
    const { user } = (await one.openPage(one)).page;
    expect(user).toMatchObject({ follower_count: 5, following_count: 5 });
  }
});

test('keeps counts and events consistent when one user alternates quickly', async () => {
  const [ann, bob] = [await service.newUser(), await service.newUser()];
  await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? ann.unfollow(bob) : ann.follow(bob))));
  const events = await received(ann.id, bob.id);
  expect(events).toEqual(events.map((_, i) => ({ version: i + 1, active: i % 2 === 0 })));
  expect(events.length).toBeGreaterThan(0);
  const { user } = (await ann.openPage(bob)).page;
  const active = events.at(-1)?.active ?? false;
  expect(user).toMatchObject({ follower_count: active ? 1 : 0, is_following: active });
});

test('republishes every follow with its current state, including ended ones', async () => {
  const [ann, bob, cyd] = [await service.newUser(), await service.newUser(), await service.newUser()];
  await ann.follow(bob);
  await ann.follow(cyd);
  await ann.unfollow(cyd);
  await service.command('republish');
  expect((await received(ann.id, bob.id)).map(({ version }) => version)).toEqual([1, 1]);
  expect((await received(ann.id, cyd.id)).map(({ version }) => version)).toEqual([1, 2, 2]);
  const marked = await service.query<{ republished: boolean | null }>(
    `select (envelope::json ->> 'republished')::bool as republished from outbox where strpos(envelope, $1) > 0 order by id`,
    [cyd.id],
  );
  expect(marked.map(({ republished }) => republished)).toEqual([null, null, true]);
});

test('republishes each follow once, wherever a page ends', async () => {
  const alone = await startSocial();
  // The first user follows 700, the others two each, so that pages end within and between followers.
  await alone.query(
    `insert into follows (follower_id, followee_id, active, version)
     select ('018f4c1e-0000-7000-8000-' || lpad(follower::text, 12, '0'))::uuid,
       ('018f4c1e-0000-7000-8000-' || lpad((1000 + n)::text, 12, '0'))::uuid, n % 5 > 0, 1
     from generate_series(1, 300) follower, generate_series(1, case when follower = 1 then 700 else 2 end) n`,
  );
  await alone.command('republish');
  const stored = await alone.query<{ active: boolean; subject: string }>(
    `select active, follower_id || ':' || followee_id as subject from follows order by follower_id, followee_id`,
  );
  for (const [event, active] of [
    [userFollowed, true],
    [userUnfollowed, false],
  ] as const) {
    const published = (await alone.recorded(event)).map(({ data }) => `${data.follower_id}:${data.followee_id}`);
    expect(published).toEqual(stored.filter((one) => one.active === active).map(({ subject }) => subject));
  }
  const [end] = await alone.recorded(snapshotted['social.follows']);
  expect(end?.data.count).toBe(stored.filter(({ active }) => active).length);
});
