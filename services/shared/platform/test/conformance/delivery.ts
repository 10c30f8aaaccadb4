import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { type Harness, record } from './harness.ts';

export function testDelivery(harness: Harness): void {
  const { createTopic, publish, consume } = harness;

  test('records of a key arrive complete and in the order of publishing', async () => {
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

  test('every group receives all records, also those published before it existed', async () => {
    const topic = await createTopic();
    await publish([record(topic, 'a', '1'), record(topic, 'a', '2')]);
    const [first, second] = await Promise.all([consume(topic, 'first'), consume(topic, 'second')]);
    await publish([record(topic, 'a', '3')]);
    await until('both have all', () => first.received.length === 3 && second.received.length === 3);
    expect(first.values()).toEqual(['1', '2', '3']);
    expect(second.values()).toEqual(['1', '2', '3']);
  });

  test('a group continues where it was when its consumer comes back', async () => {
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

  test('a rejected record is delivered again and delays only its own partition', async () => {
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

  test('stopping waits for the record in flight and acknowledges it', async () => {
    const topic = await createTopic();
    const inFlight = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const { consumer, values } = await consume(topic, 'g', async () => {
      inFlight.resolve();
      await finish.promise;
    });
    await publish([record(topic, 'a', '1'), record(topic, 'a', '2')]);
    await inFlight.promise;
    const stopped = consumer.stop();
    finish.resolve();
    await stopped;
    expect(values()).toEqual(['1']);
    const next = await consume(topic, 'g');
    await until('the other has arrived', () => next.received.length > 0);
    expect(next.values()).toEqual(['2']);
  });
}
