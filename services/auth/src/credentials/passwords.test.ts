import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { HashingTurns } from '../throttling/hashing-turns.ts';
import { Passwords } from './passwords.ts';

const passwords = new Passwords(
  new HashingTurns({ atOnce: 2, waiting: 10, factor: 1, registry: createRegistry('test') }),
);
const client = { address: '192.0.2.1' };

test('a password matches its own hash and no other', async () => {
  const stored = await passwords.hash('Analytical#1', client);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches(stored, 'Analytical#1', client)).toBe(true);
  expect(await passwords.matches(stored, 'analytical#1', client)).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await passwords.hash('Analytical#1', client)).not.toBe(await passwords.hash('Analytical#1', client));
});

test('the same text composed differently is the same password', async () => {
  const stored = await passwords.hash('Caf\u00e9#Racer1', client);
  expect(await passwords.matches(stored, 'Cafe\u0301#Racer1', client)).toBe(true);
});

test('nobody has no password', async () => {
  expect(await passwords.matches(null, 'Analytical#1', client)).toBe(false);
});

test('a hash made with other parameters is outdated', async () => {
  const weaker = await hash('Analytical#1', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  expect(passwords.isOutdated(weaker)).toBe(true);
  expect(passwords.isOutdated(await passwords.hash('Analytical#1', client))).toBe(false);
});

test('of a long password every character counts', async () => {
  const phrase = `Analytical#1 ${'engines and looms '.repeat(20)}`.slice(0, 199);
  const stored = await passwords.hash(`${phrase}a`, client);
  expect(await passwords.matches(stored, `${phrase}b`, client)).toBe(false);
  expect(await passwords.matches(stored, phrase, client)).toBe(false);
  expect(await passwords.matches(stored, `${phrase}a`, client)).toBe(true);
});

test.each([
  ['Afﬁne#Map1', 'Affine#Map1'],
  ['Ａnalytical#1', 'Analytical#1'],
  ['x²+y²=Z#1', 'x2+y2=Z#1'],
])('%s is not %s, though it looks like it', async (one, other) => {
  expect(await passwords.matches(await passwords.hash(one, client), other, client)).toBe(false);
  expect(await passwords.matches(await passwords.hash(other, client), one, client)).toBe(false);
});

test('a hash of before, made of the compatible form, still opens', async () => {
  const salt = Buffer.alloc(16, 7);
  const stored = await hash('Afﬁne#Map1'.normalize('NFKC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt });
  expect(await passwords.matches(stored, 'Afﬁne#Map1', client)).toBe(true);
  expect(await passwords.matches(stored, 'Other#Map1', client)).toBe(false);
  expect(passwords.isOutdated(stored)).toBe(false);
});
