import { randomUUID } from 'node:crypto';
import type { ServerHandle } from '@nightshelf/local';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BusRecord, Delivery, EventBus } from '../src/events/bus.ts';
import { BusLostContentError, Marks } from '../src/events/delivery/marks.ts';
import { RecordHeldBackError, RecordRefusedError } from '../src/events/delivery/publish-errors.ts';
import { type BusAddress, openBus } from './fixtures/buses.ts';
import { type Child, startChild } from './fixtures/child.ts';

export interface BusUnderTest {
  readonly server: ServerHandle;
  readonly address: BusAddress;
  /** Milliseconds for which the topic is kept, as the server itself has it. */
  retentionOf(topic: string): Promise<number>;
}

const partitions = 6;
const settings = { partitions, retentionMs: 3_600_000 };
const record = (topic: string, key: string, value: string): BusRecord => ({ topic, key, value });

/** What every bus has to do, shown against a real server that belongs to the test alone. */
export function describeBus(start: () => Promise<BusUnderTest>): void {
  let target: BusUnderTest;
  let bus: EventBus;
  const opened: EventBus[] = [];
  const children: Child[] = [];

  const open = () => {
    const another = openBus(target.address);
    opened.push(another);
    return another;
  };
  const createTopic = async () => {
    const topic = `topic-${randomUUID()}`;
    await bus.ensureTopics({ [topic]: settings });
    return topic;
  };
  const publish = async (records: readonly BusRecord[]) => {
    for (const outcome of await bus.publish(records)) expect(outcome).toBeUndefined();
  };
  /** A consumer on a bus of its own, as in another process. */
  const consume = async (
    topic: string,
    group: string,
    onDelivery: (delivery: Delivery) => unknown = () => undefined,
  ) => {
    const received: Delivery[] = [];
    const own = open();
    const consumer = await own.consume({
      group,
      topics: [topic],
      handle: async (delivery) => {
        await onDelivery(delivery);
        received.push(delivery);
      },
    });
    await until('the consumer is ready', () => consumer.check() === null, 20_000);
    return { consumer, received, values: () => received.map(({ value }) => value) };
  };
  const spawnConsumer = async (topic: string, group: string) => {
    const child = startChild('consumer-process.ts', [target.address, topic, group]);
    children.push(child);
    await until('the child is ready', () => child.lines.includes('ready'), 20_000);
    return child;
  };

  beforeAll(async () => {
    target = await start();
    bus = openBus(target.address);
  });
  afterEach(async () => {
    await Promise.all([
      ...children.splice(0).map((child) => child.kill()),
      ...opened.splice(0).map((one) => one.close()),
    ]);
  });
  afterAll(async () => {
    await bus.close();
    await target.server.stop();
  });

  test('records of a key arrive in the order in which they were published, whole', async () => {
    const topic = await createTopic();
    const records = Array.from({ length: 600 }, (_, index) => ({
      ...record(topic, `key-${index % 20}`, `${index} ünïcode "quoted"`),
      headers: { number: String(index) },
    }));
    const { received } = await consume(topic, 'g');
    await publish(records);
    await until('all have arrived', () => received.length >= records.length);
    for (let key = 0; key < 20; key += 1) {
      const ofKey = received.filter((delivery) => delivery.key === `key-${key}`);
      expect(ofKey.map(({ value }) => value)).toEqual(
        records.filter((sent) => sent.key === `key-${key}`).map(({ value }) => value),
      );
      expect(new Set(ofKey.map(({ partition }) => partition)).size).toBe(1);
    }
    expect(received[0]?.headers.number).toBe(received[0]?.value.split(' ')[0]);
  });

  test('every group receives everything, also what was published before it came', async () => {
    const topic = await createTopic();
    await publish([record(topic, 'a', '1'), record(topic, 'a', '2')]);
    const [first, second] = await Promise.all([consume(topic, 'first'), consume(topic, 'second')]);
    await publish([record(topic, 'a', '3')]);
    await until('both have all', () => first.received.length === 3 && second.received.length === 3);
    expect(first.values()).toEqual(['1', '2', '3']);
    expect(second.values()).toEqual(['1', '2', '3']);
  });

  test('a group goes on where it was when its consumer comes back', async () => {
    const topic = await createTopic();
    const before = await consume(topic, 'g');
    await publish([record(topic, 'a', '1')]);
    await until('it has arrived', () => before.received.length === 1);
    await before.consumer.stop();
    await publish([record(topic, 'a', '2')]);
    const after = await consume(topic, 'g');
    await until('the next has arrived', () => after.received.length === 1);
    expect(after.values()).toEqual(['2']);
    expect(
      await until('nothing is left', async () => ((await after.consumer.lag())[topic] === 0 ? 'none' : null)),
    ).toBe('none');
  });

  test('a rejected record comes again and holds back what is behind it, not the other partitions', async () => {
    const topic = await createTopic();
    let rejections = 0;
    const { received, values } = await consume(topic, 'g', ({ value }) => {
      if (value === 'bad' && rejections < 4) {
        rejections += 1;
        throw new Error('not now');
      }
    });
    const others = Array.from({ length: 50 }, (_, index) => record(topic, `key-${index}`, `other ${index}`));
    await publish([record(topic, 'a', 'bad'), record(topic, 'a', 'behind'), ...others]);
    await until('others are through', () => values().some((value) => value.startsWith('other')));
    expect(values()).not.toContain('behind');
    await until('all are through', () => received.length === 52);
    expect(rejections).toBe(4);
    expect(values().filter((value) => value === 'bad' || value === 'behind')).toEqual(['bad', 'behind']);
    expect(values().findIndex((value) => value.startsWith('other'))).toBeLessThan(values().indexOf('bad'));
  });

  test('what a consumer had in hand when it was killed is delivered to another', async () => {
    const topic = await createTopic();
    const child = await spawnConsumer(topic, 'g');
    await publish([record(topic, 'a', 'done'), record(topic, 'a', 'hang'), record(topic, 'a', 'behind')]);
    await until('it has the record in hand', () => child.lines.includes('hang'));
    await child.kill();
    const { values } = await consume(topic, 'g');
    await until('the other has it all', () => values().includes('behind'), 30_000);
    expect(values().filter((value) => value !== 'done')).toEqual(['hang', 'behind']);
  }, 60_000);

  test('consumers that come and go share the partitions, lose nothing and keep the order', async () => {
    const topic = await createTopic();
    const order: Delivery[] = [];
    const shared = () => consume(topic, 'g', (delivery) => order.push(delivery));
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`);
    let round = 0;
    const publishRound = async () => {
      round += 1;
      await publish(keys.map((key) => record(topic, key, String(round))));
    };
    const ownPartitions = ({ received }: { received: Delivery[] }) =>
      new Set(received.slice(-40).map(({ partition }) => partition)).size;

    const first = await shared();
    await publishRound();
    const [second, third] = [await shared(), await shared()];
    await until(
      'each has its share',
      async () => {
        for (const { received } of [first, second, third]) received.length = 0;
        await publishRound();
        const arrived = () => [first, second, third].reduce((sum, { received }) => sum + received.length, 0);
        await until('the round is through', () => arrived() >= keys.length);
        return [first, second, third].every((one) => ownPartitions(one) === partitions / 3);
      },
      20_000,
    );
    await Promise.all([second.consumer.stop(), publishRound()]);
    await publishRound();
    await third.consumer.stop();
    await publishRound();
    await until(
      'everything is through',
      () => keys.every((key) => order.some((one) => one.key === key && one.value === String(round))),
      20_000,
    );
    for (const key of keys) {
      const firstTimes = [...new Set(order.filter((one) => one.key === key).map(({ value }) => Number(value)))];
      expect(firstTimes).toEqual(Array.from({ length: round }, (_, index) => index + 1));
    }
  }, 60_000);

  test('a record that the bus refuses holds back its own key only', async () => {
    const topic = await createTopic();
    const huge = 'x'.repeat(2_000_000);
    const outcomes = await bus.publish([
      record(topic, 'a', 'a1'),
      record(topic, 'b', 'b1'),
      record(topic, 'a', huge),
      record(topic, 'b', 'b2'),
      record(topic, 'a', 'a3'),
    ]);
    expect(outcomes.map((outcome) => outcome?.constructor)).toEqual([
      undefined,
      undefined,
      RecordRefusedError,
      undefined,
      RecordHeldBackError,
    ]);
    const { values } = await consume(topic, 'g');
    await until('the others are there', () => values().length === 3);
    expect(values().sort()).toEqual(['a1', 'b1', 'b2']);
  });

  test('a record for a topic that does not exist is refused, the others are not', async () => {
    const topic = await createTopic();
    const missing = `missing-${randomUUID()}`;
    const outcomes = await bus.publish([record(topic, 'a', '1'), record(missing, 'a', '2'), record(topic, 'a', '3')]);
    expect(outcomes.map((outcome) => outcome?.constructor)).toEqual([undefined, RecordRefusedError, undefined]);
    const { values } = await consume(topic, 'g');
    await until('the others are there', () => values().includes('3'));
    expect([...new Set(values())]).toEqual(['1', '3']);
  });

  test('a topic keeps its partitions and gets the stated retention', async () => {
    const topic = await createTopic();
    expect(await target.retentionOf(topic)).toBe(settings.retentionMs);
    await open().ensureTopics({ [topic]: { partitions: 12, retentionMs: 7_200_000 } });
    expect(await target.retentionOf(topic)).toBe(7_200_000);
    const { received } = await consume(topic, 'g');
    await publish(Array.from({ length: 200 }, (_, index) => record(topic, `key-${index}`, 'x')));
    await until('all have arrived', () => received.length === 200);
    expect(new Set(received.map(({ partition }) => partition)).size).toBe(partitions);
  });

  test('reading a topic shows what it holds and acknowledges nothing', async () => {
    const topic = await createTopic();
    expect(await Array.fromAsync(bus.read(topic))).toEqual([]);
    const sent = Array.from({ length: 700 }, (_, index) => record(topic, 'a', String(index)));
    await publish([...sent, record(topic, 'b', 'b')]);
    const held = await Array.fromAsync(bus.read(topic));
    expect(held.filter(({ key }) => key === 'a').map(({ value }) => value)).toEqual(sent.map(({ value }) => value));
    expect(held).toHaveLength(701);
    for await (const delivery of bus.read(topic)) {
      expect(delivery.topic).toBe(topic);
      break;
    }
    const { received } = await consume(topic, 'g');
    await until('a group still receives it all', () => received.length === 701);
    expect(await Array.fromAsync(bus.read(`missing-${randomUUID()}`))).toEqual([]);
  });

  test('a bus has what it acknowledged, whoever asks', async () => {
    const topic = await createTopic();
    const marks = new Marks();
    expect(await bus.lost(marks)).toBeNull();
    const keys = Array.from({ length: 50 }, (_, index) => record(topic, `key-${index}`, 'x'));
    for (let round = 0; round < 3; round += 1) {
      expect(await bus.publish(keys, marks)).toEqual(keys.map(() => undefined));
      expect(await bus.lost(marks)).toBeNull();
    }
    expect(marks.list()).toHaveLength(partitions);
    expect(await open().lost(marks)).toBeNull();
    expect(await bus.check()).toBeNull();
  });

  test('a bus that does not have what it acknowledged says so, and takes nothing as if it did', async () => {
    const topic = await createTopic();
    const marks = new Marks();
    await bus.publish([record(topic, 'a', '1'), record(topic, 'a', '2')], marks);
    const elsewhere = await createTopic();
    const never = new Marks(
      Object.fromEntries(marks.list().map(({ partition, position }) => [`${elsewhere}:${partition}`, position])),
    );
    expect(await bus.lost(never)).not.toBeNull();
    expect((await bus.publish([record(elsewhere, 'a', '3')], never))[0]).toBeInstanceOf(BusLostContentError);
    expect(await bus.publish([record(elsewhere, 'a', '3')])).toEqual([undefined]);
  });

  test('after kill -9 and restart of the server nothing is lost and all go on by themselves', async () => {
    const topic = await createTopic();
    const { values, consumer } = await consume(topic, 'g');
    await publish([record(topic, 'a', 'before')]);
    await until('it has arrived', () => values().includes('before'));
    const marks = new Marks();
    await bus.publish([record(topic, 'a', 'marked')], marks);

    await target.server.kill('SIGKILL');
    const [outcome] = await bus.publish([record(topic, 'a', 'during')]);
    expect(outcome).toBeInstanceOf(Error);
    expect(outcome).not.toBeInstanceOf(RecordRefusedError);
    await until('the consumer says so', () => consumer.check() !== null, 20_000);
    await target.server.restart();

    await until(
      'publishing works again',
      async () => (await bus.publish([record(topic, 'a', 'after')]))[0] === undefined,
      30_000,
    );
    await until('it has arrived', () => values().includes('after'), 30_000);
    await until('the consumer says so', () => consumer.check() === null);
    expect(consumer.broken()).toBeNull();
    expect(await bus.lost(marks)).toBeNull();
    const held = (await Array.fromAsync(bus.read(topic))).map(({ value }) => value);
    expect(held[0]).toBe('before');
    expect(held.at(-1)).toBe('after');
  }, 90_000);

  test('stopping waits for the record in hand and acknowledges it', async () => {
    const topic = await createTopic();
    const inHand = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const { consumer, values } = await consume(topic, 'g', async () => {
      inHand.resolve();
      await finish.promise;
    });
    await publish([record(topic, 'a', '1'), record(topic, 'a', '2')]);
    await inHand.promise;
    const stopped = consumer.stop();
    finish.resolve();
    await stopped;
    expect(values()).toEqual(['1']);
    const next = await consume(topic, 'g');
    await until('the other has arrived', () => next.received.length > 0);
    expect(next.values()).toEqual(['2']);
  });
}
