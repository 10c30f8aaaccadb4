import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import type { Delivery } from '../../src/events/bus.ts';
import { type Harness, record } from './harness.ts';

/** Consumers that join, leave and die. */
export function testGroups(harness: Harness): void {
  const { createTopic, publish, consume, spawnConsumer } = harness;

  test('records in flight of a killed consumer are delivered to another', async () => {
    const topic = await createTopic();
    const child = await spawnConsumer(topic, 'g');
    await publish([record(topic, 'a', 'done'), record(topic, 'a', 'hang'), record(topic, 'a', 'behind')]);
    await until('it handles the record', () => child.lines.includes('hang'));
    await child.kill();
    const killed = performance.now();
    const { values } = await consume(topic, 'g');
    await until('the other has it all', () => values().includes('behind'), 30_000);
    expect(performance.now() - killed).toBeLessThan(harness.target.missedWithinMs);
    expect(values().filter((value) => value !== 'done')).toEqual(['hang', 'behind']);
  }, 60_000);

  test('consumers that join and leave share the records and lose nothing', async () => {
    const topic = await createTopic();
    const order: Delivery[] = [];
    const shared = () => consume(topic, 'g', (delivery) => order.push(delivery));
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`);
    let round = 0;
    const publishRound = async () => {
      round += 1;
      await publish(keys.map((key) => record(topic, key, String(round))));
    };

    const first = await shared();
    await publishRound();
    const [second, third] = [await shared(), await shared()];
    for (const { received } of [first, second, third]) received.length = 0;
    let published = 0;
    await until(
      'each has partitions',
      async () => {
        await publishRound();
        published += keys.length;
        const arrived = () => [first, second, third].reduce((sum, { received }) => sum + received.length, 0);
        await until('the round is through', () => arrived() >= published);
        // Not in each round: the consumer that has waited longest may get every stream.
        return [first, second, third].every(({ received }) => received.length > 0);
      },
      20_000,
    );
    await Promise.all([second.consumer.stop(), publishRound()]);
    await publishRound();
    await third.consumer.stop();
    await publishRound();
    const roundsOf = (key: string) => new Set(order.filter((one) => one.key === key).map(({ value }) => value));
    await until('everything is through', () => keys.every((key) => roundsOf(key).size === round), 20_000);
  }, 60_000);

  test('a killed consumer is detected within seconds', async () => {
    const topic = await createTopic();
    const child = await spawnConsumer(topic, 'g');
    const { values } = await consume(topic, 'g');
    const keys = Array.from({ length: 30 }, (_, index) => `key-${index}`);
    await until('both have partitions', async () => {
      await publish(keys.map((key) => record(topic, key, 'before')));
      return child.lines.includes('before') && values().includes('before');
    });
    await child.kill();
    const killed = performance.now();
    await publish(keys.map((key) => record(topic, key, `after ${key}`)));
    const arrived = () => keys.every((key) => values().includes(`after ${key}`));
    await until('the other has everything', arrived, 20_000);
    expect(performance.now() - killed).toBeLessThan(harness.target.missedWithinMs);
  }, 60_000);

  test('a stuck consumer reports it and releases its records to another', async () => {
    const topic = await createTopic();
    const stuck = await consume(topic, 'g', () => new Promise(() => undefined));
    await publish([record(topic, 'a', '1'), record(topic, 'a', '2')]);
    await until('it is reported', () => stuck.consumer.check()?.includes('has not finished'), 20_000);
    const other = await consume(topic, 'g');
    await until('the other has everything', () => other.values().includes('2'), 60_000);
    expect(other.values()).toEqual(['1', '2']);
    // Its handler never ends, so a graceful stop is impossible.
    harness.abandon();
  }, 120_000);
}
