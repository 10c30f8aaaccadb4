import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { findKafka, type ServerHandle } from '@nightshelf/servers';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import { afterEach, describe, expect, test } from 'vitest';
import { type BusAddress, newFolder, startOwnKafka, startOwnRedis } from './fixtures/buses.ts';
import { createEventSetup, type EventSetup, recordEffects } from './fixtures/event-setup.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function enter(address: BusAddress) {
  const setup = await createEventSetup(address);
  cleanups.push(() => setup.stop());
  const record = (from: number, to: number) =>
    setup.record(Array.from({ length: to - from + 1 }, (_, index) => `game-${from + index}`));
  const published = () => until('all is published', async () => (await setup.unpublished()) === 0, 30_000);
  return { setup, record, published };
}

/** Every event has exactly one effect. */
async function expectEffects(setup: EventSetup, count: number) {
  await until('every effect is there', async () => (await setup.effects()).length >= count, 40_000);
  expect(new Set(await setup.effects()).size).toBe(count);
  expect(await setup.effects()).toHaveLength(count);
}

async function beginRedis() {
  const place = newFolder();
  const server = await startOwnRedis(place);
  cleanups.push(() => server.stop());
  const address = { name: 'redis', url: server.url, takeoverMs: 1500 } as const;
  return { server, address, ...remembering(server, place, 'appendonlydir') };
}

/** @returns functions that save the server's current data and restore it */
function remembering(server: ServerHandle, place: string, name: string) {
  const [data, saved] = [join(place, name), join(place, 'copy')];
  const copy = async (from: string, to: string) => {
    await server.kill('SIGKILL');
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
    await server.restart();
  };
  return { keep: () => copy(data, saved), setBack: () => copy(saved, data) };
}

/** Publishes two events that are handled and fifty without a consumer, then calls `lose` on the bus. */
async function loseFifty(address: BusAddress, keep: () => Promise<unknown>, lose: () => Promise<unknown>) {
  const { setup, record, published } = await enter(address);
  setup.startRelay();
  const consumer = setup.startConsumer([recordEffects]);
  await record(1, 2);
  await until('they are handled', async () => (await setup.effects()).length === 2, 30_000);
  await consumer.stop();
  await keep();
  await record(3, 52);
  await published();
  await lose();
  setup.startConsumer([recordEffects]);
  await expectEffects(setup, 52);
  await record(53, 53);
  await expectEffects(setup, 53);
}

describe('loses nothing with a Redis', () => {
  test('that comes back with older data', async () => {
    const { address, keep, setBack } = await beginRedis();
    await loseFifty(address, keep, setBack);
  }, 150_000);

  test('that comes back with older data while events are published', async () => {
    const { address, keep, setBack } = await beginRedis();
    const { setup, record, published } = await enter(address);
    setup.startRelay();
    setup.startConsumer([recordEffects]);
    await record(1, 20);
    await published();
    await keep();
    await record(21, 70);
    await published();
    const losing = setBack();
    for (let number = 71; number <= 90; number += 1) await record(number, number);
    await losing;
    await expectEffects(setup, 90);
  }, 150_000);

  test('that is emptied', async () => {
    const { server, address } = await beginRedis();
    const redis = new Redis(server.url);
    cleanups.push(() => redis.disconnect());
    await loseFifty(
      address,
      async () => undefined,
      () => redis.flushall(),
    );
  }, 150_000);
});

describe.skipIf(findKafka() === null)('loses nothing with a Kafka', () => {
  test('that comes back with older data', async () => {
    const place = newFolder();
    const server = await startOwnKafka({ directory: place });
    cleanups.push(() => server.stop());
    const { keep, setBack } = remembering(server, place, 'data');
    await loseFifty({ name: 'kafka', brokers: [server.brokers] }, keep, setBack);
  }, 240_000);

  test('whose topic is recreated while events are published', async () => {
    const server = await startOwnKafka();
    cleanups.push(() => server.stop());
    const { setup, record, published } = await enter({ name: 'kafka', brokers: [server.brokers] });
    setup.startRelay();
    setup.startConsumer([recordEffects]);
    await record(1, 20);
    await published();
    const admin = new Kafka({ brokers: [server.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    cleanups.push(() => admin.disconnect());
    await admin.deleteTopics({ topics: [gameRequested.topic] });
    for (let number = 21; number <= 40; number += 1) await record(number, number);
    await expectEffects(setup, 40);
  }, 240_000);
});
