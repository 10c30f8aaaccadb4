import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findKafka, freePort } from '@nightshelf/servers';
import { startSwallowingProxy } from '@nightshelf/testing/swallowing-proxy.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { BusConsumer } from '../src/events/bus.ts';
import { openBus, startOwnKafka, type TestBus } from './fixtures/buses.ts';
import {
  type Broker,
  broker,
  type ConsumerGroup,
  cluster,
  consumerGroup,
  replace,
  retriableError,
} from './fixtures/kafkajs.ts';

// One broker with some altered responses, so that kafkajs sees several of which one is faulty.
describe.skipIf(findKafka() === null)('brokers that change leaders, hang or come back', () => {
  let server: Awaited<ReturnType<typeof startOwnKafka>>;
  let bus: TestBus;
  const createTopic = (topic: string, partitions: number) =>
    bus.ensureTopics({ [topic]: { partitions, retentionMs: 3_600_000 } });
  const records = (topic: string, values: readonly string[]) =>
    values.map((value) => ({ topic, key: `key-${value}`, value }));
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => String(number));
  const publish = async (topic: string, values: readonly string[]) =>
    expect(await bus.publish(records(topic, values))).toEqual(values.map(() => undefined));
  const held = async (topic: string) => new Set((await bus.read(topic)).map(({ value }) => value));

  /** A consumer in a group named after the topic. */
  async function consume(topic: string, handle: (value: string) => unknown = () => undefined, from = bus) {
    const values: string[] = [];
    const consumer: BusConsumer = await from.consume({
      group: topic,
      topics: [topic],
      handle: async ({ value }) => {
        await handle(value);
        values.push(value);
      },
    });
    onTestFinished(() => consumer.stop());
    return { consumer, values };
  }

  beforeAll(async () => {
    server = await startOwnKafka();
    bus = openBus({ name: 'kafka', brokers: [server.brokers] });
  });
  afterAll(async () => {
    await bus?.close();
    await server?.stop();
  });

  test('does not report a record as published that kafkajs sent to no broker', async () => {
    const topic = 'handed-over';
    await createTopic(topic, 2);
    const answered = Promise.withResolvers<void>();
    let isOver = false;
    const leaves = {
      nodeId: 99,
      produce: async () => {
        await answered.promise;
        // Lets kafkajs process the other broker's response first.
        await pause(50);
        isOver = true;
        throw retriableError('NOT_LEADER_FOR_PARTITION');
      },
    };
    replace(cluster, 'findLeaderForPartitions', (find, name, partitions) => {
      if (isOver || name !== topic) return find(name, partitions);
      expect(partitions).toEqual(['0', '1']);
      return { ...find(name, ['0']), [leaves.nodeId]: [1] };
    });
    replace(cluster, 'findBroker', async (find, of) => (Number(of.nodeId) === leaves.nodeId ? leaves : find(of)));
    replace(broker, 'produce', async (produce, request) => {
      const answer = await produce(request);
      answered.resolve();
      return answer;
    });
    const values = numbers(20);
    const outcomes = await bus.publish(records(topic, values));
    expect(isOver).toBe(true);
    const there = await held(topic);
    expect(values.filter((value, at) => outcomes[at] === undefined && !there.has(value))).toEqual([]);
    await publish(topic, values);
    expect(await held(topic)).toEqual(new Set(values));
  });

  test('skips no record of one broker when another makes the consumer rejoin', async () => {
    const topic = 'joins-again';
    await createTopic(topic, 1);
    const values = numbers(21);
    const [underWay, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let group: ConsumerGroup | undefined;
    replace(consumerGroup, 'fetch', function (fetch, nodeId) {
      if (this.groupId === topic) group = this;
      return fetch(nodeId);
    });
    replace(broker, 'fetch', (fetch, request) => {
      const ofTopic = request.topics.filter((one) => one.topic === topic).flatMap(({ partitions }) => partitions);
      if (!ofTopic.some(({ fetchOffset }) => fetchOffset === '20')) return fetch(request);
      underWay.resolve();
      // Waits until more records follow the queued ones.
      return fetch({ ...request, maxWaitTime: 5000 });
    });
    const { consumer, values: handled } = await consume(topic, (value) => value === '0' && first.promise);
    await until('it receives', () => consumer.check() === null, 60_000);
    await publish(topic, values.slice(0, 20));
    await underWay.promise;
    await group?.joinAndSync();
    await publish(topic, values.slice(20));
    first.resolve();
    await until('all has been handled', () => values.every((value) => handled.includes(value)));
    await until('all is acknowledged', async () => (await consumer.lag())[topic] === 0);
  });

  test('a consumer that stops while joining leaves once it has joined', async () => {
    const topic = 'too-late';
    await createTopic(topic, 6);
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const joined = Promise.withResolvers<string | null>();
    let joins = 0;
    replace(consumerGroup, 'joinAndSync', async function (join) {
      if (this.groupId === topic) joins += 1;
      if (this.groupId !== topic || joins > 1) return join();
      begun.resolve();
      await goesOn.promise;
      await join();
      joined.resolve(this.memberId);
    });
    const left: string[] = [];
    replace(broker, 'leaveGroup', (leave, request) => {
      left.push(request.memberId);
      return leave(request);
    });
    const { consumer } = await consume(topic);
    await begun.promise;
    const stopping = consumer.stop();
    const { values: handled } = await consume(topic);
    goesOn.resolve();
    const late = await joined.promise;
    await until('it has left', () => late !== null && left.includes(late));
    await stopping;
    const values = numbers(20);
    await publish(topic, values);
    await until('all has been handled', () => values.every((value) => handled.includes(value)), 60_000);
  });

  test('commits to the new coordinator of the group', async () => {
    const topic = 'coordinator';
    await createTopic(topic, 1);
    const { consumer, values: handled } = await consume(topic);
    await until('it receives', () => consumer.check() === null, 60_000);
    let former: Broker | undefined;
    replace(broker, 'offsetCommit', async function (commit, request) {
      if (request.groupId !== topic) return commit(request);
      former ??= this;
      if (this !== former) return commit(request);
      throw retriableError('NOT_COORDINATOR_FOR_GROUP');
    });
    await publish(topic, ['0']);
    await until('it is handled', () => handled.includes('0'));
    await until('it is acknowledged', async () => (await consumer.lag())[topic] === 0, 60_000);
  });

  test('continues over new connections when the old ones hang', async () => {
    let port = 0;
    const proxy = await startSwallowingProxy(() => port);
    const hanging = await startOwnKafka({ advertisedPort: proxy.port });
    port = hanging.port;
    onTestFinished(() => hanging.stop());
    const other = openBus({ name: 'kafka', brokers: [`127.0.0.1:${proxy.port}`] });
    onTestFinished(() => other.close());
    await other.ensureTopics({ hanging: { partitions: 1, retentionMs: 3_600_000 } });
    const { consumer, values: handled } = await consume('hanging', undefined, other);
    await until('it receives', () => consumer.check() === null, 60_000);
    const publishes = async (value: string) => (await other.publish(records('hanging', [value])))[0] === undefined;
    expect(await publishes('0')).toBe(true);
    await until('it has arrived', () => handled.includes('0'));
    proxy.swallow();
    await until('it publishes again', () => publishes('1'), 30_000);
    await until('it receives again', () => handled.includes('1'), 60_000);
    await until('all is acknowledged', async () => (await consumer.lag()).hanging === 0, 30_000);
  }, 180_000);

  test('tries the next broker when one accepts connections but does not respond', async () => {
    const sockets = new Set<Socket>();
    const frozen = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    const port = await freePort();
    await new Promise<void>((resolve) => frozen.listen(port, '127.0.0.1', resolve));
    const other = openBus({ name: 'kafka', brokers: [`127.0.0.1:${port}`, server.brokers] });
    onTestFinished(async () => {
      await other.close();
      for (const socket of sockets) socket.destroy();
      frozen.close();
    });
    await createTopic('next', 1);
    const { values: handled } = await consume('next', undefined, other);
    const publishes = async () => (await other.publish(records('next', ['0'])))[0] === undefined;
    await until('it publishes', publishes, 30_000);
    await until('it receives', () => handled.includes('0'), 60_000);
  });
});
