import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { become, follow, newUser, shelve, someEntry, someGame, startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();

const { followUser, getUser, searchUsers, unfollowUser } = socialCalls;

const countsOf = async ({ client, id }: TestUser) => {
  const { user } = await client.call(getUser, { params: { id } });
  return [user.follower_count, user.following_count];
};

test('hides a closed account everywhere and restores it when reopened', async () => {
  const [ann, bob, cyd] = [await newUser(service), await newUser(service), await newUser(service)];
  const game = someGame();
  await shelve(service, [game], [someEntry(ann.id, game.guid, { is_shared: true })]);
  await follow(ann, bob);
  await follow(bob, ann);
  await follow(cyd, ann);
  await follow(cyd, bob);
  const asBobSees = () => bob.client.call(getUser, { params: { id: ann.id } });
  const before = await asBobSees();

  await become(service, ann, { is_active: false }, 2);
  for (const call of [getUser, followUser, unfollowUser]) {
    expect(await bob.client.attempt(call, { params: { id: ann.id } })).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    });
  }
  expect((await bob.client.call(searchUsers, { query: { q: ann.user.username } })).users).toEqual([]);
  expect([await countsOf(bob), await countsOf(cyd)]).toEqual([
    [1, 0],
    [0, 1],
  ]);

  await become(service, ann, { is_active: true }, 3);
  expect(await asBobSees()).toEqual(before);
  expect([await countsOf(ann), await countsOf(bob), await countsOf(cyd)]).toEqual([
    [2, 1],
    [2, 1],
    [0, 2],
  ]);
});

test('keeps counts right for duplicate and out-of-order events', async () => {
  const [ann, bob] = [await newUser(service), await newUser(service)];
  await follow(ann, bob);
  await become(service, ann, { is_active: false }, 2);
  await service.deliver(userUpdated, { data: { ...ann.user, is_active: false, first_name: 'Other' }, version: 3 });
  await service.deliver(userRegistered, { data: ann.user, version: 1 });
  await until('renamed', async () => {
    const rows = await service.query(`select from users where id = $1 and first_name = 'Other'`, [ann.id]);
    return rows.length === 1;
  });
  expect(await countsOf(bob)).toEqual([0, 0]);
  await bob.client.attempt(unfollowUser, { params: { id: ann.id } });
  await become(service, ann, { is_active: true }, 4);
  expect([await countsOf(ann), await countsOf(bob)]).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test('refuses to follow with a session of a closed account', async () => {
  const [ann, bob] = [await newUser(service), await newUser(service)];
  await become(service, ann, { is_active: false }, 2);
  expect((await ann.client.attempt(followUser, { params: { id: bob.id } })).status).toBe(401);
  expect(await countsOf(bob)).toEqual([0, 0]);
});

test('keeps counts right when an account closes and opens while others follow it', async () => {
  const ann = await newUser(service);
  const others = await Promise.all(Array.from({ length: 8 }, () => newUser(service)));
  const turns = Array.from({ length: 6 }, (_, at) => ({ ...ann.user, is_active: at % 2 === 1 }));
  const closing = (async () => {
    for (const [at, data] of turns.entries()) await service.deliver(userUpdated, { data, version: at + 2 });
  })();
  const following = others.flatMap(({ client }) =>
    [followUser, unfollowUser, followUser].map((call) => client.attempt(call, { params: { id: ann.id } })),
  );
  await Promise.all([closing, ...following]);
  await until('the last state is here', async () => {
    const [seen] = await service.query<{ version: string }>('select version from inbox_versions where subject = $1', [
      ann.id,
    ]);
    return Number(seen?.version) === turns.length + 1;
  });
  for (const other of others) {
    const [active] = await service.query<{ count: number }>(
      'select count(*)::int as count from follows where follower_id = $1 and active',
      [other.id],
    );
    expect(await countsOf(other)).toEqual([0, active?.count]);
  }
  const [followers] = await service.query<{ count: number }>(
    'select count(*)::int as count from follows where followee_id = $1 and active',
    [ann.id],
  );
  expect(await countsOf(ann)).toEqual([followers?.count, 0]);
});
