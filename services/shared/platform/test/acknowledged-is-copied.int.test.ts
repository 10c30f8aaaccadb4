import { test } from 'vitest';
import { acknowledgedIsCopied } from './fixtures/acknowledged-is-copied.ts';

const seed = Number(process.env.TEST_SEED ?? Date.now() % 100_000);

test(
  `stores every acknowledged write once and copies it, under kills and freezes on Redis (TEST_SEED=${seed})`,
  () => acknowledgedIsCopied('redis', seed, 8),
  300_000,
);
