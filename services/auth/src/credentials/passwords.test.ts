import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { HashingTurns } from '../throttling/hashing-turns.ts';
import { Passwords } from './passwords.ts';

const passwords = new Passwords(new HashingTurns({ atOnce: 2, waiting: 10, factor: 1 }));
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
