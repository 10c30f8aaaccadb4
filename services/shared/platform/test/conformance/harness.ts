import { randomUUID } from 'node:crypto';
import type { ServerHandle } from '@nightshelf/servers';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { BusRecord, ConsumeOptions, Delivery, EventBus } from '../../src/events/bus.ts';
import { type BusAddress, openBus, type TestBus, withRedis } from '../fixtures/buses.ts';
import { startChild } from '../fixtures/child.ts';

export interface BusUnderTest {
  readonly server: ServerHandle;
  readonly address: BusAddress;
  /** Returns the topic's retention in milliseconds as the server has it. */
  retentionOf(topic: string): Promise<number>;
  /** Milliseconds within which a killed consumer must be detected and its records reassigned. */
  readonly missedWithinMs: number;
  /** Removes all records of the topic with the server's own means. */
  empty(topic: string): Promise<void>;
}

/** The means of a Redis, or of a cluster. */
export const meansOf = (url: string): Pick<BusUnderTest, 'retentionOf' | 'empty'> => ({
  retentionOf: (topic) =>
    withRedis(url, async (redis) => JSON.parse((await redis.hget('bus:topics', topic)) ?? '{}').retentionMs),
  empty: (topic) =>
    withRedis(url, async (redis) => {
      for (let partition = 0; partition < partitions; partition += 1) {
        await redis.xtrim(`bus:stream:${topic}:${partition}`, 'MAXLEN', 0);
      }
    }),
});

export const partitions = 6;
export const settings = { partitions, retentionMs: 3_600_000 };
export const record = (topic: string, key: string, value: string): BusRecord => ({ topic, key, value });

/** A server and buses for the tests of one `describe`. */
export function createHarness(start: () => Promise<BusUnderTest>) {
  let target: BusUnderTest;
  let bus: TestBus;
  const opened: EventBus[] = [];

  const open = () => {
    const another = openBus(target.address);
    opened.push(another);
    return another;
  };

  beforeAll(async () => {
    target = await start();
    bus = openBus(target.address);
  });
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
  afterAll(async () => {
    await bus.close();
    await target.server.stop();
  });

  return {
    get bus() {
      return bus;
    },
    get target() {
      return target;
    },
    /** A separate bus, as in another process. */
    open,
    /** Closes everything opened so far without waiting; it ends with the server. */
    abandon: () => {
      for (const one of opened.splice(0)) void one.close().catch(() => undefined);
    },
    createTopic: async () => {
      const topic = `topic-${randomUUID()}`;
      await bus.ensureTopics({ [topic]: settings });
      return topic;
    },
    publish: async (records: readonly BusRecord[]) => {
      for (const outcome of await bus.publish(records)) expect(outcome).toBeUndefined();
    },
    /** A consumer on a separate bus, as in another process. */
    consume: async (
      topic: string,
      group: string,
      onDelivery: (delivery: Delivery) => unknown = () => undefined,
      onMissed?: ConsumeOptions['onMissed'],
    ) => {
      const received: Delivery[] = [];
      const consumer = await open().consume({
        group,
        topics: [topic],
        onMissed,
        handle: async (delivery) => {
          await onDelivery(delivery);
          received.push(delivery);
        },
      });
      await until('the consumer is ready', () => consumer.check() === null, 60_000);
      return { consumer, received, values: () => received.map(({ value }) => value) };
    },
    spawnConsumer: async (topic: string, group: string) => {
      const child = startChild('consumer-process.ts', [target.address, topic, group]);
      await until('the child is ready', () => child.lines.includes('ready'), 60_000);
      return child;
    },
  };
}

export type Harness = ReturnType<typeof createHarness>;
