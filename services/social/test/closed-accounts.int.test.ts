import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { expect, test } from 'vitest';
import { startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();

const { followUser, getUser, searchUsers, unfollowUser } = socialCalls;

const countsOf = async (one: TestUser) => {
  const { user } = (await one.openPage(one)).page;
  return [user.follower_count, user.following_count];
};

test('hides a closed account everywhere, lets it follow nobody, and restores it when reopened', async () => {
  const [ann, bob, cyd] = [await service.newUser(), await service.newUser(), await service.newUser()];
  await service.addGame(ann, { is_shared: true });
  await ann.follow(bob);
  await bob.follow(ann);
  await cyd.follow(ann);
  await cyd.follow(bob);
  const { page: before } = await bob.openPage(ann);

  await service.become(ann, { is_active: false }, 2);
  for (const call of [getUser, followUser, unfollowUser]) {
    expect(await bob.client.attempt(call, { params: { id: ann.id } })).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    });
  }
  expect((await ann.client.attempt(followUser, { params: { id: cyd.id } })).status).toBe(401);
  expect((await bob.client.call(searchUsers, { query: { q: ann.user.username } })).users).toEqual([]);
  expect([await countsOf(bob), await countsOf(cyd)]).toEqual([
    [1, 0],
    [0, 1],
  ]);

  await service.become(ann, { is_active: true }, 3);
  expect((await bob.openPage(ann)).page).toEqual(before);
  expect([await countsOf(ann), await countsOf(bob), await countsOf(cyd)]).toEqual([
    [2, 1],
    [2, 1],
    [0, 2],
  ]);
});

test('keeps counts right for duplicate and out-of-order events', async () => {
  const [ann, bob] = [await service.newUser(), await service.newUser()];
  await ann.follow(bob);
  await service.become(ann, { is_active: false }, 2);
  await service.deliver(userRegistered, { data: ann.user, version: 1 });
  await service.become(ann, { is_active: false, first_name: 'Other' }, 3);
  expect(await countsOf(bob)).toEqual([0, 0]);
  await bob.client.attempt(unfollowUser, { params: { id: ann.id } });
  await service.become(ann, { is_active: true }, 4);
  expect([await countsOf(ann), await countsOf(bob)]).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test('keeps counts right when an account closes and opens while others follow it', async () => {
  const ann = await service.newUser();
  const others = await Promise.all(Array.from({ length: 8 }, () => service.newUser()));
  const turns = Array.from({ length: 6 }, (_, at) => ({ ...ann.user, is_active: at % 2 === 1 }));
  const closing = (async () => {
    for (const [at, data] of turns.entries()) await service.deliver(userUpdated, { data, version: at + 2 });
  })();
  const following = others.flatMap(({ client }) =>
    [followUser, unfollowUser, followUser].map((call) => client.attempt(call, { params: { id: ann.id } })),
  );
  await Promise.all([closing, ...following]);
  await service.untilRow('inbox_versions', 'subject = $1 and version = $2', [ann.id, turns.length + 1]);
  const active = await service.query<{ follower_id: string }>(
    'select follower_id from follows where followee_id = $1 and active',
    [ann.id],
  );
  for (const other of others) {
    const isFollowing = active.some(({ follower_id }) => follower_id === other.id);
    expect(await countsOf(other)).toEqual([0, Number(isFollowing)]);
  }
  expect(await countsOf(ann)).toEqual([active.length, 0]);
});
