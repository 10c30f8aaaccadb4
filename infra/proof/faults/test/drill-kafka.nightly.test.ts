import { findKafka } from '@nightshelf/servers';
import { test } from 'vitest';
import { enoughMs, fortyFaults } from './forty-faults.ts';

const kafkaIsMissing = findKafka() === null;

test('forty faults on Kafka: nothing is lost, nothing is doubled, nothing stays stuck', {
  timeout: enoughMs,
}, (context) => {
  context.skip(kafkaIsMissing, 'this machine cannot provide Kafka');
  return fortyFaults('kafka', context);
});
