import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import type { Positions } from '../../src/events/bus.ts';
import { BusLostContentError, RecordRefusedError } from '../../src/events/delivery/publish-in-order.ts';
import { type Harness, partitions, record } from './harness.ts';

/** Killed servers and lost records. */
export function testLosses(harness: Harness): void {
  const { open, createTopic, publish, consume } = harness;

  test('confirms its acknowledged offsets to every client', async () => {
    const topic = await createTopic();
    const positions: Positions = new Map();
    expect(await harness.bus.lost(positions)).toBeNull();
    const keys = Array.from({ length: 50 }, (_, index) => record(topic, `key-${index}`, 'x'));
    for (let round = 0; round < 3; round += 1) {
      expect(await harness.bus.publish(keys, positions)).toEqual(keys.map(() => undefined));
      expect(await harness.bus.lost(positions)).toBeNull();
    }
    expect(positions.size).toBe(partitions);
    expect(await open().lost(positions)).toBeNull();
    expect(await harness.bus.check()).toBeNull();
  });

  test('reports lost offsets and accepts no record with them', async () => {
    const topic = await createTopic();
    const positions: Positions = new Map();
    await harness.bus.publish([record(topic, 'a', '1'), record(topic, 'a', '2')], positions);
    const elsewhere = await createTopic();
    const never = new Map(Array.from(positions, ([name, position]) => [name.replace(topic, elsewhere), position]));
    expect(await harness.bus.lost(never)).not.toBeNull();
    expect((await harness.bus.publish([record(elsewhere, 'a', '3')], never))[0]).toBeInstanceOf(BusLostContentError);
    expect(await harness.bus.publish([record(elsewhere, 'a', '3')])).toEqual([undefined]);
  });

  test('loses nothing and resumes after kill -9 and a restart of the server', async () => {
    const topic = await createTopic();
    const { values, consumer } = await consume(topic, 'g');
    await publish([record(topic, 'a', 'before')]);
    await until('it has arrived', () => values().includes('before'));
    const positions: Positions = new Map();
    await harness.bus.publish([record(topic, 'a', 'marked')], positions);

    await harness.target.server.kill('SIGKILL');
    const [outcome] = await harness.bus.publish([record(topic, 'a', 'during')]);
    expect(outcome).toBeInstanceOf(Error);
    expect(outcome).not.toBeInstanceOf(RecordRefusedError);
    await until('the consumer reports it', () => consumer.check() !== null, 20_000);
    await harness.target.server.restart();

    await until(
      'publishing works again',
      async () => (await harness.bus.publish([record(topic, 'a', 'after')]))[0] === undefined,
      30_000,
    );
    await until('it has arrived', () => values().includes('after'), 30_000);
    await until('the consumer reports it', () => consumer.check() === null);
    expect(consumer.broken()).toBeNull();
    expect(await harness.bus.lost(positions)).toBeNull();
    const held = (await harness.bus.read(topic)).map(({ value }) => value);
    expect(held[0]).toBe('before');
    expect(held.at(-1)).toBe('after');
  }, 90_000);

  test('reports to a group that unhandled records were dropped, and continues', async () => {
    const topic = await createTopic();
    const before = await consume(topic, 'g');
    await publish([record(topic, 'a', 'handled')]);
    await until('it has arrived', () => before.received.length === 1);
    await before.consumer.stop();
    await publish([record(topic, 'a', 'dropped')]);
    await harness.target.empty(topic);
    await publish([record(topic, 'a', 'held')]);
    const missed: string[] = [];
    const after = await consume(topic, 'g', undefined, (name) => missed.push(name));
    await until('what is held has arrived', () => after.values().includes('held'));
    expect(after.values()).toEqual(['held']);
    await until('it was reported', () => missed.length > 0);
    expect(missed[0]).toBe(topic);
  }, 60_000);

  test('reports a beginning only to a group without offsets', async () => {
    const topic = await createTopic();
    const begun: string[] = [];
    const begin = () => consume(topic, 'g', undefined, (name) => begun.push(name));
    const first = await begin();
    await publish(Array.from({ length: 30 }, (_, index) => record(topic, `key-${index}`, 'x')));
    await until('all have arrived', () => first.received.length === 30);
    await until('and are acknowledged', async () => (await first.consumer.lag())[topic] === 0);
    expect(new Set(begun)).toEqual(new Set([topic]));
    await first.consumer.stop();
    begun.length = 0;
    const second = await begin();
    await publish([record(topic, 'a', 'y')]);
    await until('it has arrived', () => second.values().includes('y'));
    expect(begun).toEqual([]);
  }, 60_000);

  test('does not report handled records that were dropped', async () => {
    const topic = await createTopic();
    const first = await consume(topic, 'old');
    await publish([record(topic, 'a', '1')]);
    await until('it has arrived', () => first.received.length === 1);
    await until('and is acknowledged', async () => (await first.consumer.lag())[topic] === 0);
    await first.consumer.stop();
    await harness.target.empty(topic);
    const missed: string[] = [];
    const again = await consume(topic, 'old', undefined, (name) => missed.push(name));
    await publish([record(topic, 'a', '2')]);
    await until('it has arrived', () => again.received.length > 0);
    expect(missed).toEqual([]);
  }, 60_000);
}
