import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findKafka, startKafka } from '@nightshelf/local';
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { describe } from 'vitest';
import { describeBus } from './bus.conformance.ts';

describe.skipIf(findKafka() === null)('the bus on Kafka', () => {
  describeBus(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'nightshelf-bus-'));
    const server = await startKafka({ directory, throwAway: true });
    const brokers = [server.brokers];
    return {
      server,
      address: { name: 'kafka', brokers },
      retentionOf: async (topic) => {
        const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
        await admin.connect();
        const { resources } = await admin.describeConfigs({
          includeSynonyms: false,
          resources: [{ type: ConfigResourceTypes.TOPIC, name: topic, configNames: ['retention.ms'] }],
        });
        await admin.disconnect();
        return Number(resources[0]?.configEntries[0]?.configValue);
      },
    };
  });
});
