import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { javaRunsKafka, startKafka } from '@nightshelf/servers';
import { until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EventBus, Positions } from '../src/events/bus.ts';
import { type KafkaSecuritySettings, kafkaSecurity } from '../src/events/kafka/client.ts';
import { newAuthority } from './fixtures/authority.ts';
import { openBus } from './fixtures/buses.ts';

// The image reads the settings of a secured listener from files and variables of its own.
describe.skipIf(!javaRunsKafka())('brokers that require TLS and a password', () => {
  const folder = temporaryFolder();
  const authorityFile = join(folder, 'ca.crt');
  const password = 'open-sesame';
  const given: KafkaSecuritySettings = {
    KAFKA_TLS: true,
    KAFKA_CA_FILE: authorityFile,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: 'services',
    KAFKA_PASSWORD: password,
  };
  let server: Awaited<ReturnType<typeof startKafka>>;
  const opened: EventBus[] = [];

  beforeAll(async () => {
    const authority = await newAuthority('brokers');
    const { certificate, key } = await authority.identify();
    const identity = join(folder, 'broker.pem');
    writeFileSync(identity, `${key}\n${certificate}\n`);
    writeFileSync(authorityFile, authority.certificate);
    const secured = { identity, username: 'services', password };
    server = await startKafka({ directory: join(folder, 'kafka'), throwAway: true, secured });
  });
  afterEach(() => Promise.all(opened.splice(0).map((bus) => bus.close())));
  afterAll(() => server?.stop());

  function open(changes: KafkaSecuritySettings = {}): EventBus {
    const brokers = [server.securedBrokers ?? ''];
    const bus = openBus({ name: 'kafka', brokers, ...kafkaSecurity({ ...given, ...changes }) });
    opened.push(bus);
    return bus;
  }

  test.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'publishes and delivers events with %s',
    async (mechanism) => {
      const bus = open({ KAFKA_SASL_MECHANISM: mechanism });
      const topic = `by.${mechanism}`;
      await bus.ensureTopics({ [topic]: { partitions: 2, retentionMs: 3_600_000 } });
      const received: string[] = [];
      const consumer = await bus.consume({
        group: `group-${mechanism}`,
        topics: [topic],
        handle: async ({ value }) => void received.push(value),
      });
      const positions: Positions = new Map();
      const [outcome] = await bus.publish([{ topic, key: 'one', value: 'secret' }], positions);
      expect(outcome).toBeUndefined();
      await until('it is received', () => received.length > 0, 60_000);
      expect(received).toEqual(['secret']);
      expect(await bus.lost(positions)).toBeNull();
      expect(consumer.check()).toBeNull();
    },
  );

  test.each<[string, KafkaSecuritySettings, RegExp]>([
    ['a wrong password', { KAFKA_PASSWORD: 'open-barley' }, /authentication failed/i],
    ['none at all', { KAFKA_SASL_MECHANISM: undefined }, /closed|unsupported|illegal/i],
    ['an authority that has not signed', { KAFKA_CA_FILE: undefined }, /self.signed|unable to (verify|get)/i],
  ])('with %s publishing fails and reports the fault', async (_, changes, fault) => {
    const bus = open(changes);
    await expect(bus.check()).rejects.toThrow(fault);
  });

  test('the next connection trusts a CA that replaced another', async () => {
    const own = join(folder, 'other.crt');
    writeFileSync(own, (await newAuthority('other')).certificate);
    const stranger = open({ KAFKA_CA_FILE: own });
    await expect(stranger.check()).rejects.toThrow(/self.signed|unable to (verify|get)/i);
    copyFileSync(authorityFile, own);
    expect(await stranger.check()).toBeNull();
  });
});
