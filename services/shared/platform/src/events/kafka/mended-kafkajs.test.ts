import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { loadKafkaJs } from './mended-kafkajs.ts';

const require = createRequire(import.meta.url);

interface Offsets {
  commitOffsets(offsets: unknown): Promise<void>;
}

test("commits offsets to the group's new coordinator", async () => {
  loadKafkaJs();
  const OffsetManager = require('kafkajs/src/consumer/offsetManager') as new (options: object) => Offsets;
  const { KafkaJSProtocolError } = require('kafkajs/src/errors') as {
    KafkaJSProtocolError: new (error: object) => Error;
  };
  const told: string[] = [];
  const broker = (name: string, isCoordinator: boolean) => ({
    isConnected: () => true,
    offsetCommit: async () => {
      told.push(name);
      if (!isCoordinator) {
        throw new KafkaJSProtocolError({ type: 'NOT_COORDINATOR_FOR_GROUP', code: 16, retriable: true, message: '' });
      }
    },
  });
  const offsets = new OffsetManager({
    cluster: {
      refreshMetadata: async () => {},
      committedOffsets: () => ({}),
      findGroupCoordinator: async () => broker('the new one', true),
    },
    coordinator: broker('the old one', false),
    instrumentationEmitter: { emit: () => {} },
    memberAssignment: { topic: [0] },
    groupId: 'group',
    generationId: 49,
    memberId: 'member',
    topicConfigurations: {},
  });
  const commit = () =>
    offsets.commitOffsets({ topics: [{ topic: 'topic', partitions: [{ partition: 0, offset: '1' }] }] });
  await expect(commit()).rejects.toThrow();
  await commit();
  expect(told).toEqual(['the old one', 'the new one']);
});
