import { test } from 'vitest';
import { enoughMs, fortyFaults } from './forty-faults.ts';

test(
  'forty faults on Redis Streams: nothing is lost, nothing is doubled, nothing stays stuck',
  { timeout: enoughMs },
  (context) => fortyFaults('redis', context),
);
