import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { startChild } from './fixtures/child.ts';
import { busServer, setup, useSetups } from './fixtures/each-setup.ts';
import { metric, recordEffects } from './fixtures/event-setup.ts';

useSetups();

const topic = gameRequested.topic;
const record = (guid: string, version: number) => setup.record([guid], version);
/** Returns subject and version of the bus's records, in order. */
const published = async () =>
  (await setup.bus.read(topic)).map(({ value }) => {
    const { subject, aggregateversion } = JSON.parse(value);
    return `${subject} ${aggregateversion}`;
  });
const unpublished = () => setup.unpublished();

test('publishes events of committed transactions only', async () => {
  setup.startRelay();
  await expect(
    setup.work.transaction(async ({ publish }) => {
      publish(gameRequested, { data: { guid: 'rolled-back' }, version: 1 });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await record('kept', 1);
  await until('it is published', async () => (await published()).includes('kept 1'));
  expect(await published()).toEqual(['kept 1']);
  await until('it is marked', async () => (await unpublished()) === 0);
});

test('publishes any number of events in the order of recording', async () => {
  await setup.work.transaction(async ({ publish }) => {
    for (let version = 1; version <= 1300; version += 1) publish(gameRequested, { data: { guid: 'a' }, version });
  });
  setup.startRelay();
  await until('all are published', async () => (await unpublished()) === 0);
  expect(await published()).toEqual(Array.from({ length: 1300 }, (_, index) => `a ${index + 1}`));
});

test('finds events of other processes without being woken', async () => {
  const relay = setup.createRelay();
  relay.start();
  await record('first', 1);
  await until('it is published', async () => (await published()).includes('first 1'));
  await record('second', 1);
  await until('it is published', async () => (await published()).includes('second 1'));
  await relay.stop();
});

test('a refused event holds back only its key, until the bus accepts it', async () => {
  const registry = new Registry();
  await record('bad', 1);
  await setup.query(`update outbox set envelope = envelope || repeat(' ', 2000000)`);
  await record('bad', 2);
  await record('good', 1);
  setup.startRelay({ registry });
  await until('the other is published', async () => (await published()).includes('good 1'));
  expect(await published()).toEqual(['good 1']);
  const [row] = await until('it was tried twice', () =>
    setup
      .query<{ attempts: number; last_error: string }>('select attempts, last_error from outbox where attempts > 1')
      .then((rows) => (rows.length > 0 ? rows : null)),
  );
  expect(row?.last_error).toContain('2000');
  expect(await unpublished()).toBe(2);
  expect(await metric(registry, 'outbox_failures_total')).toBeGreaterThanOrEqual(2);
  expect(await metric(registry, 'outbox_depth')).toBe(2);
  expect(await metric(registry, 'outbox_oldest_seconds')).toBeGreaterThan(0);
  await setup.query('update outbox set envelope = trim(envelope)');
  await until('both are published', async () => (await unpublished()) === 0);
  expect((await published()).filter((event) => event.startsWith('bad'))).toEqual(['bad 1', 'bad 2']);
  expect(await metric(registry, 'outbox_published_total')).toBe(3);
  expect(await metric(registry, 'outbox_depth')).toBe(0);
});

test('a relay that takes over knows which keys are held back', async () => {
  await record('bad', 1);
  await record('bad', 2);
  await setup.query(`update outbox set attempts = 9, next_attempt_at = now() + interval '1 hour' where id = 1`);
  await record('good', 1);
  setup.startRelay();
  await until('the other is published', async () => (await published()).length > 0);
  expect(await published()).toEqual(['good 1']);
});

test('a refused topic gets at most half of the capacity, and is published in order once it exists', async () => {
  const refused = 'test.refused';
  // Inserts events whose keys take turns.
  const fill = (of: string, keys: number, each: number) =>
    setup.query(
      `insert into outbox (event_id, topic, key, envelope)
       select gen_random_uuid(), $1, 'key-' || key, format('%s', number)
       from generate_series(1, $3::int) as number, generate_series(1, $2::int) as key order by number, key`,
      [of, keys, each],
    );
  const expectInOrder = async (of: string, keys: number, each: number) => {
    const byKey = Map.groupBy(await setup.bus.read(of), ({ key }) => key);
    expect(byKey.size).toBe(keys);
    const numbers = Array.from({ length: each }, (_, at) => `${at + 1}`);
    for (const held of byKey.values()) expect(held.map(({ value }) => value)).toEqual(numbers);
  };
  await fill(refused, 1500, 2);
  await fill(topic, 40, 25);
  const bus = setup.open();
  const publish = bus.publish.bind(bus);
  /** Refused events sent to the bus, in all and before the last one of the other topic. */
  let [sent, sentBefore] = [0, 0];
  bus.publish = async (records, positions) => {
    sent += records.filter((one) => one.topic === refused).length;
    if (records.some((one) => one.topic === topic)) sentBefore = sent;
    return publish(records, positions);
  };
  setup.startRelay({ bus });
  await until('all of the other is published', async () => (await unpublished()) === 3000, 60_000);
  expect(sentBefore).toBeLessThanOrEqual(1250);
  await until('all keys have been refused', async () => {
    const rows = await setup.query('select from outbox where topic = $1 and attempts > 0', [refused]);
    return rows.length === 1500;
  });
  await setup.bus.ensureTopics({ [refused]: { partitions: 3, retentionMs: 3_600_000 } });
  await until('all is published', async () => (await unpublished()) === 0, 60_000);
  await expectInOrder(refused, 1500, 2);
  await expectInOrder(topic, 40, 25);
});

test('publishes events recorded during an outage of the bus afterwards', async () => {
  setup.startRelay();
  await record('a', 1);
  await until('it is published', async () => (await unpublished()) === 0);
  await busServer.server.kill('SIGKILL');
  await record('a', 2);
  await record('b', 1);
  await busServer.server.restart();
  await until('the others are published', async () => (await unpublished()) === 0);
  const there = await published();
  expect(there.filter((event) => event.startsWith('a'))).toEqual(['a 1', 'a 2']);
  expect(there).toContain('b 1');
});

test('another relay takes over when the active one is killed', async () => {
  const child = startChild('relay-process.ts', [busServer.address, setup.databaseUrl]);
  await record('a', 1);
  await until('the child publishes', async () => (await unpublished()) === 0, 60_000);
  setup.startRelay();
  await record('a', 2);
  await until('it still does', async () => (await unpublished()) === 0);
  await child.kill();
  await record('a', 3);
  await until('the other publishes', async () => (await unpublished()) === 0);
  expect(await published()).toEqual(['a 1', 'a 2', 'a 3']);
});

test('a connection lost between publishing and storing that doubles no effect, and publishing continues', async () => {
  const bus = setup.open();
  let crashes = 0;
  const publish = bus.publish.bind(bus);
  bus.publish = async (records) => {
    const outcomes = await publish(records);
    if (records.length === 0 || crashes > 0) return outcomes;
    crashes += 1;
    // Waits until they have ended: a commit may otherwise arrive before the signal.
    await setup.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'relay' and datname = current_database()`);
    return outcomes;
  };
  setup.startConsumer([recordEffects]);
  setup.startRelay({ bus });
  await setup.record(['a', 'b']);
  await until('all is marked', async () => (await unpublished()) === 0);
  await until('both have had their effect', async () => (await setup.effects()).length >= 2);
  expect((await published()).length).toBeGreaterThan(2);
  await record('last', 1);
  await until('the last has had its effect', async () => (await setup.effects()).includes('last 1'));
  expect((await setup.effects()).sort()).toEqual(['a 1', 'b 1', 'last 1']);
});

test('deletes events published more than a day ago', async () => {
  await record('old', 1);
  await record('young', 1);
  await setup.query(`update outbox set published_at = now() - interval '25 hours' where key = 'old'`);
  await setup.query(`update outbox set published_at = now() - interval '23 hours' where key = 'young'`);
  setup.startRelay();
  await until('it is gone', async () => (await setup.query('select 1 from outbox')).length === 1);
  expect(await setup.query('select key from outbox')).toEqual([{ key: 'young' }]);
});

test('a drain publishes pending events, with or without another relay', async () => {
  await record('a', 1);
  await setup.startRelay().drain();
  expect(await published()).toEqual(['a 1']);
  await setup.work.transaction(async ({ publish }) => {
    for (let version = 2; version <= 700; version += 1) publish(gameRequested, { data: { guid: 'a' }, version });
  });
  await setup.startRelay().drain();
  expect(await unpublished()).toBe(0);
  expect(await published()).toHaveLength(700);
});

test('a drain fails when the bus refuses an event', async () => {
  await record('a', 1);
  await setup.query(`update outbox set envelope = envelope || repeat(' ', 2000000)`);
  await expect(setup.startRelay().drain()).rejects.toThrow('refuses: 1');
});

test('a drain without progress fails with the last error of the relay', async () => {
  await record('a', 1);
  const fault = new Error('The bus is away');
  const publish = () => Promise.reject(fault);
  const relay = setup.startRelay({ bus: Object.assign(setup.open(), { publish }) });
  const failure = await relay.drain(2000).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: 'Could not publish what is pending', cause: fault });
});
