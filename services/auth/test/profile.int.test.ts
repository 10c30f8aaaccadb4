import { randomUUID } from 'node:crypto';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import { userUpdated } from '@nightshelf/contracts/events/users.ts';
import { until } from '@nightshelf/testing';
import { describe, expect, test } from 'vitest';
import { countUsers, eventsOf, join, type Person } from './people.ts';
import { startAuth } from './setup.ts';

const service = await startAuth();

const updatesOf = (userId: string) => eventsOf(service, userUpdated, userId);

describe('preferences', () => {
  test('are saved and published with the next version, unless nothing changes', async () => {
    const { api, user } = await join(service);
    await api.call(authCalls.updateProfile, { body: { privacy: 'public' } });
    expect(await updatesOf(user.id)).toEqual([]);
    const hidden = await api.call(authCalls.updateProfile, { body: { privacy: 'private' } });
    expect(hidden.user).toEqual({ ...user, privacy: 'private' });
    expect((await api.call(authCalls.getProfile, {})).user.privacy).toBe('private');
    await api.call(authCalls.updateProfile, { body: { privacy: 'public' } });
    expect(await updatesOf(user.id)).toMatchObject([
      { version: 2, data: { privacy: 'private' } },
      { version: 3, data: { privacy: 'public' } },
    ]);
  });

  test('get distinct versions for concurrent changes', async () => {
    const { api, user } = await join(service);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        api.call(authCalls.updateProfile, { body: { privacy: index % 2 ? 'public' : 'private' } }),
      ),
    );
    const updates = await updatesOf(user.id);
    expect(updates.map(({ version }) => version)).toEqual(updates.map((_, index) => index + 2));
    const { privacy } = (await api.call(authCalls.getProfile, {})).user;
    expect(updates.at(-1)?.data).toMatchObject({ privacy });
  });
});

test('applies follow events once to the counts, even duplicate or late ones', async () => {
  const [ada, bob] = [await join(service), await join(service)];
  const countsOf = async ({ api }: Person) => {
    const { user } = await api.call(authCalls.getProfile, {});
    return String([user.follower_count, user.following_count]);
  };
  const becomes = (person: Person, counts: string) =>
    until(`${person.user.username} has ${counts}`, async () => (await countsOf(person)) === counts);
  const [stranger, id] = [randomUUID(), randomUUID()];
  const adaFollowsBob = { follower_id: ada.user.id, followee_id: bob.user.id };
  await service.deliver(userFollowed, { data: adaFollowsBob, id });
  await service.deliver(userFollowed, { data: adaFollowsBob, id });
  await service.deliver(userFollowed, { data: { follower_id: stranger, followee_id: bob.user.id } });
  await service.deliver(userFollowed, { data: { follower_id: bob.user.id, followee_id: ada.user.id } });
  await becomes(bob, '2,1');
  await becomes(ada, '1,1');
  await service.deliver(userUnfollowed, { data: adaFollowsBob, version: 2 });
  await becomes(bob, '1,1');
  // An outdated version changes nothing, even under a new event id.
  await service.deliver(userFollowed, { data: adaFollowsBob, version: 1 });
  await service.deliver(userFollowed, { data: { follower_id: ada.user.id, followee_id: stranger } });
  await becomes(ada, '1,1');
  expect(await countsOf(bob)).toBe('1,1');
});

test('republishes the current state of every user once', async () => {
  const people = [await join(service), await join(service), await join(service)];
  await people[1]?.api.call(authCalls.updateProfile, { body: { privacy: 'private' } });
  const before = (await service.recorded(userUpdated)).length;
  await service.command('republish');
  const received = (await service.recorded(userUpdated)).slice(before);
  expect(received).toHaveLength(await countUsers(service));
  expect(new Set(received.map(({ data }) => data.user_id)).size).toBe(received.length);
  const of = (index: number) => received.find(({ data }) => data.user_id === people[index]?.user.id);
  expect(of(0)).toMatchObject({ version: 1, data: { privacy: 'public' } });
  expect(of(1)).toMatchObject({ version: 2, data: { privacy: 'private' } });
  expect(JSON.stringify(received)).not.toMatch(/example\.org|argon2/);
});

test('republishes thousands of users while no relay is running', async () => {
  const withoutRelay = await startAuth({ ROLES: 'http' });
  await withoutRelay.query(
    `insert into users (id, username, created_at, is_active, privacy, version)
     select gen_random_uuid(), 'player' || n, now(), true, 'public', 1 from generate_series(1, 2500) as n`,
  );
  await withoutRelay.command('republish');
  const [pending] = await withoutRelay.query('select count(*)::int as count from outbox where published_at is null');
  expect(pending).toEqual({ count: 0 });
});
