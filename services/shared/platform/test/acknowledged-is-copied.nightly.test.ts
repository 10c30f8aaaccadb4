import { infrastructure } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { test } from 'vitest';
import { acknowledgedIsCopied } from './fixtures/acknowledged-is-copied.ts';

const seed = Number(process.env.TEST_SEED ?? Date.now() % 100_000);

test.skipIf(infrastructure().kafkaBrokers === null)(
  `stores every acknowledged write once and copies it, under kills and freezes on Kafka (TEST_SEED=${seed})`,
  () => acknowledgedIsCopied('kafka', seed, 15),
  300_000,
);
