import { setTimeout as pause } from 'node:timers/promises';
import { findRedis } from '@nightshelf/servers/redis.ts';
import { RedisCluster } from '@nightshelf/testing/infrastructure/redis-cluster.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventBus } from '../src/events/bus.ts';
import { describeBus } from './bus.conformance.ts';
import { meansOf, partitions, record } from './conformance/harness.ts';
import { newFolder, openBus } from './fixtures/buses.ts';

describe.skipIf(findRedis()?.kind !== 'program')('the bus on Redis Streams in a cluster', () => {
  describeBus(async () => {
    const cluster = await RedisCluster.start(newFolder());
    return {
      // The tests stop and restart all servers together.
      server: Object.assign(Object.create(cluster.nodes[0] ?? null), {
        kill: (signal: NodeJS.Signals) => Promise.all(cluster.nodes.map((node) => node.kill(signal))),
        restart: async () => {
          await Promise.all(cluster.nodes.map((node) => node.restart()));
          await cluster.untilWhole();
        },
        stop: () => cluster.stop(),
      }),
      address: { name: 'redis', url: cluster.url, takeoverMs: 1500 },
      missedWithinMs: 5000,
      ...meansOf(cluster.url),
    };
  });
});

describe.skipIf(findRedis()?.kind !== 'program')('a bus on a cluster', () => {
  let cluster: RedisCluster;
  let bus: EventBus;

  beforeAll(async () => {
    cluster = await RedisCluster.start(newFolder(), 1);
    bus = openBus({ name: 'redis', url: cluster.url, takeoverMs: 1500 });
  }, 120_000);
  afterAll(async () => {
    await bus?.close();
    await cluster?.stop();
  });

  test('delivers every accepted event while replicas take over and a new master takes keys', async () => {
    const topic = 'steady';
    await until('the topic is there', () =>
      bus.ensureTopics({ [topic]: { partitions, retentionMs: 3_600_000 } }).then(() => true),
    );
    const received = new Set<string>();
    const handle = async ({ value }: { value: string }) => void received.add(value);
    const consumer = await bus.consume({ group: 'group', topics: [topic], handle });
    await until('it receives', () => consumer.check() === null);
    const taken: string[] = [];
    let [count, isPaused, isOver] = [0, false, false];
    const publishing = (async () => {
      while (!isOver) {
        await until('it goes on', () => !isPaused);
        const values = Array.from({ length: 10 }, (_, at) => String(count + at));
        count += values.length;
        const outcomes = await bus
          .publish(values.map((value) => record(topic, `key-${value}`, value)))
          .catch(() => null);
        taken.push(...values.filter((_, at) => outcomes && outcomes[at] === undefined));
        await pause(20);
      }
    })();
    const streams = Array.from({ length: partitions }, (_, partition) => `bus:stream:${topic}:${partition}`);
    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      // A dead master loses records that it acknowledged but did not replicate; relays handle that, which this test
      // does not cover.
      isPaused = true;
      await pause(500);
      await cluster.untilCopied();
      const gone = await cluster.masterOf(streams[0] ?? '');
      await gone.kill(signal);
      isPaused = false;
      await until('another is the master', async () => (await cluster.masterOf(streams[0] ?? '')).port !== gone.port);
      await (signal === 'SIGKILL' ? gone.restart() : gone.kill('SIGCONT'));
      await cluster.untilWhole();
      const before = taken.length;
      await until('events are taken again', () => taken.length > before + 50);
    }
    await cluster.grow(streams.slice(0, 3));
    const before = taken.length;
    await until('events are taken from the new one', () => taken.length > before + 50);
    isOver = true;
    await publishing;
    await until('all are delivered', () => taken.every((value) => received.has(value)), 60_000);
    expect(taken.length).toBeGreaterThan(150);
    await until('it receives as ever', () => consumer.check() === null);
    await until('all are acknowledged', async () => Object.values(await consumer.lag()).every((lag) => lag === 0));
  }, 240_000);
});
