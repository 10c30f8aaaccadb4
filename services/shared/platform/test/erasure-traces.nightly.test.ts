import { randomUUID } from 'node:crypto';
import { entryRemoved } from '@nightshelf/contracts/events/entries.ts';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { eraseUsers, forgetTraces } from '../src/erasure/erase-users.ts';
import { partitionOf } from '../src/events/redis-streams/topics.ts';
import { redis, setup, useSetups } from './fixtures/each-setup.ts';
import { logger } from './fixtures/event-setup.ts';

useSetups();

const { topic } = entryRemoved;
const removal = (user_id: string) =>
  [entryRemoved, { data: { entry_id: randomUUID(), user_id, guid: 'game-1' }, version: 2 }] as const;

test("publishes the removals of a deleted user's data again after the bus has lost them", async () => {
  const userId = randomUUID();
  const stream = `bus:stream:${topic}:${partitionOf(userId, topics[topic].partitions)}`;
  setup.startRelay();
  // As in the library service: part by part, each with its events.
  let left = 2;
  const { jobs } = eraseUsers(setup.work, logger, async ({ publish }, user_id) => {
    if (left > 0) publish(...removal(user_id));
    left -= 1;
    return left > 0;
  });
  await setup.query('insert into erased_users (user_id, version) values ($1, 1)', [userId]);
  for (const job of jobs) await job.start();
  const published = async () => (await setup.query('select from outbox where published_at is not null')).length;
  await until('both are published', async () => (await published()) === 2);
  const turns = async () => (await setup.query<{ turns: number }>('select turns from erased_users'))[0]?.turns ?? 0;
  const before = await turns();
  await until('a turn has come after them', async () => (await turns()) > before);
  for (const job of jobs) await job.stop();

  // A replica takes over without the last writes.
  for (const [id] of await redis.xrange(stream, '-', '+')) await redis.xdel(stream, id);
  await until('they are on the bus', async () => (await redis.xlen(stream)) === 2);
}, 60_000);

test('deletes published events after a minute, but not while a republish is pending', async () => {
  const userId = randomUUID();
  await setup.work.transaction(async ({ publish }) => publish(...removal(userId)));
  const left = async () => {
    await setup.work.transaction(({ em }) => forgetTraces(em, userId));
    return (await setup.query('select from outbox')).length;
  };
  expect(await left()).toBe(1);
  await setup.query(`update outbox set published_at = now() - interval '50 seconds'`);
  expect(await left()).toBe(1);
  await setup.query(`update outbox set published_at = now() - interval '61 seconds'`);
  await setup.query('update outbox_bus set again_after = 0, again_upto = (select max(id) from outbox)');
  expect(await left()).toBe(1);
  await setup.query('update outbox_bus set again_after = null, again_upto = null');
  expect(await left()).toBe(0);
});
