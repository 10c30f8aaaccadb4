import { randomUUID } from 'node:crypto';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { envelope } from '@nightshelf/testing/envelope.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { listDeadLetters } from '../src/events/dead-letters/dead-letters.ts';
import { on } from '../src/events/handler.ts';
import { pruneOld } from '../src/events/inbox/inbox.ts';
import { busServer, redis, setup, useSetups } from './fixtures/each-setup.ts';
import { effectsAfter, recordEffects, writeEffect } from './fixtures/event-setup.ts';

useSetups();

const requested = (guid: string, version = 1, id?: string) =>
  envelope(gameRequested, { guid }, { version, ...(id === undefined ? {} : { id }) });
const request = (guid: string, version = 1, id?: string) =>
  setup.deliver(gameRequested.topic, guid, requested(guid, version, id));
const deadLetters = () => listDeadLetters(setup.work.query());
const outcomes = async (registry: Registry) => {
  const counter = (await registry.getMetricsAsJSON()).find(({ name }) => name === 'events_handled_total');
  const sums: Record<string, number> = {};
  for (const { labels, value } of counter?.values ?? []) {
    sums[String(labels.outcome)] = (sums[String(labels.outcome)] ?? 0) + value;
  }
  return sums;
};

test('an event has one effect, however often it is delivered and to however many consumers', async () => {
  const registries = [new Registry(), new Registry()];
  for (const registry of registries) setup.startConsumer([recordEffects], { registry });
  const id = randomUUID();
  for (let times = 0; times < 5; times += 1) await request('a', 1, id);
  await request('last');
  const handled = async () => {
    const sums = await Promise.all(registries.map(outcomes));
    return sums.flatMap(Object.values).reduce((total, count) => total + count, 0);
  };
  await until('each delivery is counted', async () => (await handled()) >= 6);
  expect((await setup.effects()).sort()).toEqual(['a 1', 'last 1']);
});

test('ignores outdated versions of a subject, whatever the event type', async () => {
  const registry = new Registry();
  const [follower, followee] = [randomUUID(), randomUUID()];
  const data = { follower_id: follower, followee_id: followee };
  setup.startConsumer(
    [
      on(userFollowed, async (event) => void (await writeEffect(event, `followed ${event.version}`))),
      on(userUnfollowed, async (event) => void (await writeEffect(event, `unfollowed ${event.version}`))),
    ],
    { registry },
  );
  await setup.deliver(
    userFollowed.topic,
    follower,
    envelope(userFollowed, data, { version: 1 }),
    envelope(userFollowed, data, { version: 3 }),
    envelope(userUnfollowed, data, { version: 2 }),
    envelope(userFollowed, data, { version: 3 }),
    envelope(userUnfollowed, data, { version: 4 }),
  );
  await setup.hasEffect('unfollowed 4');
  expect(await setup.effects()).toEqual(['followed 1', 'followed 3', 'unfollowed 4']);
  await until('all are counted', async () => (await outcomes(registry)).handled === 3);
  expect(await outcomes(registry)).toEqual({ handled: 3, passed: 2 });
});

test('rolls back a failed handler and its events until it succeeds', async () => {
  let failures = 3;
  setup.startConsumer([
    on(gameRequested, async (event) => {
      await writeEffect(event, `${event.data.guid} ${event.version}`);
      event.publish(userFollowed, { data: { follower_id: randomUUID(), followee_id: randomUUID() }, version: 1 });
      if (failures > 0) {
        failures -= 1;
        throw new Error('a bug that passes');
      }
    }),
  ]);
  await request('a');
  await setup.hasEffect('a 1');
  expect(await setup.effects()).toEqual(['a 1']);
  expect(await setup.query('select topic from outbox')).toEqual([{ topic: userFollowed.topic }]);
  expect(await deadLetters()).toEqual([]);
});

test('stores an event that always fails as a dead letter with its details, and continues', async () => {
  const registry = new Registry();
  let attempts = 0;
  setup.startConsumer(
    [
      effectsAfter(({ data }) => {
        if (data.guid !== 'poison') return;
        attempts += 1;
        throw new TypeError('cannot read it');
      }),
    ],
    { registry },
  );
  const id = randomUUID();
  const poison = requested('poison', 1, id);
  await setup.deliver(gameRequested.topic, 'same-key', poison, requested('behind'));
  await setup.hasEffect('behind 1');
  const [letter, ...others] = await deadLetters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    topic: gameRequested.topic,
    consumer: 'test',
    eventId: id,
    error: 'TypeError: cannot read it',
    type: gameRequested.type,
    reason: 'failed',
    attempts: 5,
    original: { topic: gameRequested.topic, key: 'same-key', value: JSON.stringify(poison) },
  });
  const [source] = await setup.bus.read(gameRequested.topic);
  expect(letter).toMatchObject({ offset: source?.offset, partition: source?.partition });
  expect(letter?.putAsideAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(attempts).toBe(5);
  expect(await setup.query('select event_id from inbox_events where event_id = $1', [id])).toEqual([]);
  for (const name of ['events_dead_letters_total', 'dead_letters_kept']) {
    const counted = await registry.getSingleMetricAsString(name);
    expect(counted).toContain(`topic="${gameRequested.topic}",reason="failed"} 1`);
  }
});

test('stores invalid events as dead letters and ignores irrelevant ones', async () => {
  const registry = new Registry();
  setup.startConsumer([recordEffects], { registry });
  const invalid = { ...requested('a'), data: { guid: 7 } };
  await setup.deliver(
    gameRequested.topic,
    'k',
    'not even JSON',
    { ...requested('b'), type: userFollowed.type },
    invalid,
    requested('good'),
  );
  await setup.hasEffect('good 1');
  expect(await setup.effects()).toEqual(['good 1']);
  expect((await deadLetters()).map(({ reason, eventId, original }) => [reason, eventId, original.value])).toEqual([
    ['malformed', '', 'not even JSON'],
    ['invalid', invalid.id, JSON.stringify(invalid)],
  ]);
  await until('all are counted', async () => (await outcomes(registry)).handled === 1);
  expect(await outcomes(registry)).toEqual({ dead_letter: 2, ignored: 1, handled: 1 });
});

test('catches up when the database accepts connections again', async () => {
  const transaction = setup.work.transaction.bind(setup.work);
  let failures = 0;
  setup.work.transaction = (act) =>
    transaction(act).catch((error) => {
      failures += 1;
      throw error;
    });
  setup.startConsumer([recordEffects]);
  await request('before');
  await setup.hasEffect('before 1');
  const [{ name } = { name: '' }] = await setup.query<{ name: string }>('select current_database() as name');
  await setup.query(`alter database ${name} connection limit 0`);
  await setup.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await request('during');
  await until('it was tried more often than a handler that fails may be', () => failures > 5, 60_000);
  expect(await setup.effects()).toEqual(['before 1']);
  await setup.query(`alter database ${name} connection limit -1`);
  await setup.hasEffect('during 1');
  expect(await deadLetters()).toEqual([]);
});

test('reports an unavailable bus at the start and waits for it', async () => {
  await busServer.server.kill('SIGKILL');
  const consumer = setup.startConsumer([recordEffects]);
  expect(await consumer.check()).toEqual(expect.any(String));
  expect(await consumer.liveness()).toBeNull();
  await busServer.server.restart();
  await until('it is ready', async () => (await consumer.check()) === null);
  await request('a');
  await setup.hasEffect('a 1');
});

test('the next consumer requests the missed events when one ends before doing so', async () => {
  let requests = 0;
  const consumer = setup.startConsumer([recordEffects], {
    onMissed: async () => {
      requests += 1;
      throw new Error('cannot be stored now');
    },
  });
  await request('a');
  await setup.hasEffect('a 1');
  await redis.flushall();
  await until('it tries to', () => requests > 0);
  await until('it is reported', async () => (await consumer.check())?.includes('cannot be stored now'));
  await consumer.stop();
  const missed: string[] = [];
  setup.startConsumer([recordEffects], { onMissed: async (topic) => void missed.push(topic) });
  await until('the next does', () => missed.includes(gameRequested.topic));
});

test('measures lag and delay', async () => {
  const registry = new Registry();
  const consumer = setup.startConsumer([recordEffects], { registry });
  await until('it is ready', async () => (await consumer.check()) === null);
  await request('a');
  await setup.hasEffect('a 1');
  const lag = () => registry.getSingleMetricAsString('consumer_lag');
  await until('nothing is left', async () => (await lag()).includes(`topic="${gameRequested.topic}"} 0`));
  expect(await registry.getSingleMetricAsString('event_lag_seconds')).toContain(
    `event_lag_seconds_count{topic="${gameRequested.topic}"} 1`,
  );
});

test('deletes old inbox records and keeps recent ones', async () => {
  await setup.query(
    `insert into inbox_events (consumer, event_id, handled_at)
     select 'test', gen_random_uuid(), now() - interval '15 days' from generate_series(1, 2500)`,
  );
  await setup.query(`insert into inbox_events (consumer, event_id) values ('test', gen_random_uuid())`);
  await setup.query(
    `insert into inbox_events (consumer, event_id, handled_at)
     values ('another', gen_random_uuid(), now() - interval '15 days')`,
  );
  while (await pruneOld(setup.work, 'inbox_events', 'test', 14 * 24 * 3600 * 1000));
  expect(await setup.query('select consumer, count(*)::int as count from inbox_events group by 1 order by 1')).toEqual([
    { consumer: 'another', count: 1 },
    { consumer: 'test', count: 1 },
  ]);
});
