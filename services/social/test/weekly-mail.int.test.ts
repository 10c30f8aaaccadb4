import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import { weekOf } from '@nightshelf/contracts/events/digests.ts';
import { expect, test } from 'vitest';
import { startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();

const { changeNotificationSettings, getNotificationSettings, listNotifications, readNotifications } = notificationCalls;

test('prepares one mail per week for users who want it and have unread news', async () => {
  const five = await Promise.all(Array.from({ length: 5 }, () => service.newUser()));
  const [ann, bob, cyd, dan, fan] = five as [TestUser, TestUser, TestUser, TestUser, TestUser];
  const choose = (one: TestUser, weekly_mail: unknown) =>
    one.client.attempt(changeNotificationSettings, { body: { settings: {}, weekly_mail } });
  expect((await ann.client.call(getNotificationSettings, {})).weekly_mail).toBe(false);
  await cyd.follow(ann);
  for (const one of [ann, bob, dan]) expect((await choose(one, true)).body.weekly_mail).toBe(true);
  expect((await choose(ann, undefined)).body.weekly_mail).toBe(true);
  expect((await choose(ann, 'yes')).status).toBe(422);
  await fan.follow(ann);
  await fan.follow(cyd);
  await fan.follow(dan);
  const [first] = (await dan.client.call(listNotifications, { query: {} })).notifications;
  await dan.client.call(readNotifications, { body: { up_to: first?.id ?? '' } });

  const prepared = async () => {
    const rows = await service.query<{ envelope: string }>(
      `select envelope from outbox where strpos(envelope, 'social.digest.prepared.v1') > 0 order by id`,
    );
    return rows.map(({ envelope }) => JSON.parse(envelope));
  };
  const round = async () => {
    await service.query('update digests set due_at = now()');
    const replicas = await Promise.all([0, 1].map(() => service.startReplica({ ROLES: 'jobs' })));
    await service.untilGone('digests', 'due_at <= now()', []);
    await Promise.all(replicas.map((replica) => replica.stop()));
  };
  await round();
  const [mail, ...others] = await prepared();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    subject: ann.id,
    aggregateversion: weekOf(new Date(mail.time)),
    data: { user_id: ann.id, unread: { new_follower: 1, friend_finished: 0, wanted_game_out: 0 } },
  });
  await round();
  expect(await prepared()).toHaveLength(1);
  const [{ wait } = { wait: 0 }] = await service.query<{ wait: number }>(
    'select min(extract(epoch from due_at - now()))::float8 as wait from digests',
  );
  expect(wait).toBeGreaterThan(6.9 * 24 * 60 * 60);

  await bob.follow(ann);
  await service.become(ann, { is_active: false }, 2);
  expect((await choose(bob, false)).body.weekly_mail).toBe(false);
  await dan.follow(bob);
  await round();
  expect(await prepared()).toHaveLength(1);
});
