import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashingQueue } from '../throttling/throttling.ts';
import { hashPassword, isOutdated, matchesPassword } from './passwords.ts';

const parts = { hashing: hashingQueue({ atOnce: 2, waiting: 10, factor: 1, registry: createRegistry('test') }) };
const client = { address: '192.0.2.1' };

test('matches a password only against its own hash, which differs each time', async () => {
  const stored = await hashPassword(parts, 'Analytical#1', client);
  expect(await hashPassword(parts, 'Analytical#1', client)).not.toBe(stored);
  expect(await matchesPassword(parts, stored, 'Analytical#1', client)).toBe(true);
  expect(await matchesPassword(parts, stored, 'analytical#1', client)).toBe(false);
  expect(await matchesPassword(parts, null, 'Analytical#1', client)).toBe(false);
});

test('treats differently composed Unicode text as the same password', async () => {
  const stored = await hashPassword(parts, 'Caf\u00e9#Racer1', client);
  expect(await matchesPassword(parts, stored, 'Cafe\u0301#Racer1', client)).toBe(true);
});

test('reports a hash with other parameters as outdated', async () => {
  const weaker = await hash('Analytical#1', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  expect(isOutdated(weaker)).toBe(true);
  expect(isOutdated(await hashPassword(parts, 'Analytical#1', client))).toBe(false);
});

test('compares every character of a long password', async () => {
  const phrase = `Analytical#1 ${'engines and looms '.repeat(20)}`.slice(0, 199);
  const stored = await hashPassword(parts, `${phrase}a`, client);
  expect(await matchesPassword(parts, stored, `${phrase}b`, client)).toBe(false);
  expect(await matchesPassword(parts, stored, phrase, client)).toBe(false);
  expect(await matchesPassword(parts, stored, `${phrase}a`, client)).toBe(true);
});

test.each([
  ['Afﬁne#Map1', 'Affine#Map1'],
  ['Ａnalytical#1', 'Analytical#1'],
  ['x²+y²=Z#1', 'x2+y2=Z#1'],
])('does not match %s with its look-alike %s', async (one, other) => {
  expect(await matchesPassword(parts, await hashPassword(parts, one, client), other, client)).toBe(false);
  expect(await matchesPassword(parts, await hashPassword(parts, other, client), one, client)).toBe(false);
});

test('still matches an old hash made from the compatibility form', async () => {
  const salt = Buffer.alloc(16, 7);
  const stored = await hash('Afﬁne#Map1'.normalize('NFKC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt });
  expect(await matchesPassword(parts, stored, 'Afﬁne#Map1', client)).toBe(true);
  expect(await matchesPassword(parts, stored, 'Other#Map1', client)).toBe(false);
  expect(isOutdated(stored)).toBe(false);
});
