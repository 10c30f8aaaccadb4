import { randomUUID } from 'node:crypto';
import { userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { until, workDone } from '@nightshelf/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import { eraseUser } from '../src/directory/users.ts';
import { hideFollowsUnless } from '../src/follows/follow-counts.ts';
import { startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();

/** Creates a user with this many followers, half of whom the user follows back. */
async function hubOf(many: number): Promise<TestUser> {
  const hub = await service.newUser();
  await service.query(
    `with others as (select gen_random_uuid() as id, n from generate_series(1, $2::int) n),
     back as (insert into follows select $1, id, true, 1 from others where n % 2 = 0),
     there as (insert into follows select id, $1, true, 1 from others)
     insert into follow_counts select id, (n % 2 = 0)::int, 1 from others union all select $1, $2, $2 / 2`,
    [hub.id, many],
  );
  return hub;
}

const become = ({ user }: TestUser, is_active: boolean, version: number) =>
  service.deliver(userUpdated, { data: { ...user, is_active }, version });

/** Waits until others count the hub this often. */
const untilCounted = (hub: TestUser, followers: number, following: number) =>
  until(`counted ${followers} and ${following} times`, async () => {
    const [counted] = await service.query<{ followers: number; following: number }>(
      `select coalesce(sum(followers), 0)::int as followers, coalesce(sum(following), 0)::int as following from follow_counts
       where user_id in (select follower_id from follows where followee_id = $1)`,
      [hub.id],
    );
    return counted?.followers === followers && counted.following === following;
  });

test.each([
  ['hides', 2000, 20_000, (em: EntityManager, id: string) => hideFollowsUnless(em, id, false)],
  [
    'erases',
    6000,
    40_000,
    (em: EntityManager, id: string) => eraseUser({ em, publish: () => {}, notifyClients: () => {} }, id),
  ],
] as const)('%s a user with many followers in bounded batches', async (_, fewFollowers, manyFollowers, act) => {
  const [few, many] = [await hubOf(fewFollowers), await hubOf(manyFollowers)];
  const work = ({ id }: TestUser) => workDone(service.env.DATABASE_URL ?? '', (em) => act(em, id));
  const [forFew, forMany] = [await work(few), await work(many)];
  expect(forMany.rows).toBeLessThan(forFew.rows * 1.5);
  expect(forMany.pages).toBeLessThan(forFew.pages * 2);
});

test('hides and restores a user with thousands of followers, and applies the last state', async () => {
  const hub = await hubOf(3500);
  await become(hub, false, 2);
  await untilCounted(hub, 0, 0);
  await become(hub, true, 3);
  await untilCounted(hub, 1750, 3500);
  // The last state counts, wherever the job has got to.
  for (const version of [4, 5, 6, 7, 8]) await become(hub, version % 2 === 1, version);
  await service.untilRow('users', 'id = $1 and not is_active', [hub.id]);
  await untilCounted(hub, 0, 0);
  expect(await service.query('select from hidden_follows where user_id = $1 and unfinished', [hub.id])).toEqual([]);
});

test('counts each follow once that changes while the user is restored in batches', async () => {
  const hub = await hubOf(3500);
  const others = await Promise.all(Array.from({ length: 12 }, () => service.newUser()));
  const leaving = others.slice(0, 6);
  for (const one of leaving) await one.follow(hub);
  await become(hub, false, 2);
  await untilCounted(hub, 0, 0);
  await become(hub, true, 3);
  await service.untilRow('users', 'id = $1 and is_active', [hub.id]);
  await Promise.all(others.map((one) => (leaving.includes(one) ? one.unfollow(hub) : one.follow(hub))));
  await untilCounted(hub, 1750, 3506);
  const [own] = await service.query('select followers, following from follow_counts where user_id = $1', [hub.id]);
  expect(own).toEqual({ followers: 3506, following: 1750 });
  const each = await service.query<{ following: number }>(
    'select following from follow_counts where user_id = any($1) order by 1',
    [others.map(({ id }) => id)],
  );
  expect(each.map(({ following }) => following)).toEqual([...Array(6).fill(0), ...Array(6).fill(1)]);
});

test("counts a follow correctly before and after the job's position", async () => {
  const hub = await service.newUser();
  const others = await Promise.all([service.newUser(), service.newUser()]);
  const [first, last] = others.sort((a, b) => (a.id < b.id ? -1 : 1));
  // Simulates a process that died midway; the lock keeps the job from continuing.
  const holding = new pg.Client({ connectionString: service.env.DATABASE_URL });
  await holding.connect();
  await holding.query('begin');
  await holding.query('select from users where id = $1 for share', [hub.id]);
  await service.query('insert into hidden_follows values ($1, $2, true)', [hub.id, first?.id]);
  for (const other of [first, last]) await other?.follow(hub);
  const followingOf = async (other?: TestUser) =>
    (
      await service.query<{ following: number }>('select following from follow_counts where user_id = $1', [other?.id])
    )[0]?.following;
  expect([(await followingOf(first)) ?? 0, await followingOf(last)]).toEqual([0, 1]);
  await holding.end();
  await service.untilGone('hidden_follows', 'user_id = $1', [hub.id]);
  expect([await followingOf(first), await followingOf(last)]).toEqual([1, 1]);
});

test('publishes one event per follow of a deleted user and removes the counts, hidden or not', async () => {
  for (const isHidden of [false, true]) {
    const hub = await hubOf(3500);
    const [bystander] = await service.query<{ user_id: string }>(
      `insert into follow_counts values ($1, 0, 1) returning user_id`,
      [randomUUID()],
    );
    const others = await service.query<{ id: string }>('select follower_id as id from follows where followee_id = $1', [
      hub.id,
    ]);
    if (isHidden) await become(hub, false, 2);
    await service.deliver(userDeleted, { data: { user_id: hub.id }, version: 3 });
    await service.untilGone('follows', '$1 in (follower_id, followee_id)', [hub.id]);
    const counted = await service.query(
      'select from follow_counts where user_id = any($1) and followers + following > 0',
      [others.map(({ id }) => id)],
    );
    expect(counted).toEqual([]);
    const received = (await service.recorded(userUnfollowed)).filter(({ data }) =>
      [data.follower_id, data.followee_id].includes(hub.id),
    );
    expect(received).toHaveLength(5250);
    expect(
      new Set(received.map(({ data, version }) => `${data.follower_id} ${data.followee_id} ${version}`)).size,
    ).toBe(5250);
    expect(new Set(received.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await service.query('select following from follow_counts where user_id = $1', [bystander?.user_id])).toEqual(
      [{ following: 1 }],
    );
  }
});
