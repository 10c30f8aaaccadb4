import { expect, test } from 'vitest';
import { BodyCache } from './body-cache.ts';

const body = (bytes: number) => Buffer.alloc(bytes, 'a');
const state = (version: string) => ({ version, snapshot: '1:1:', mark: 'here', seconds: 0 });

test('keeps the newest body of a user', () => {
  const cache = new BodyCache(1000);
  cache.put('ann', state('1'), body(10));
  expect(cache.get('ann')?.state.version).toBe('1');
  cache.put('ann', state('2'), body(20));
  expect(cache.get('ann')?.plain).toHaveLength(20);
  expect(cache.get('bob')).toBeUndefined();
  expect(cache.bytes).toBe(20);
});

test('evicts the least recently used body', () => {
  const cache = new BodyCache(100);
  cache.put('ann', state('1'), body(40));
  cache.put('bob', state('1'), body(40));
  cache.get('ann');
  cache.put('cyd', state('1'), body(40));
  expect(cache.get('bob')).toBeUndefined();
  expect(cache.get('ann')).toBeDefined();
  expect(cache.bytes).toBe(80);
});

test('returns but does not cache a body larger than the cache', () => {
  const cache = new BodyCache(100);
  expect(cache.put('ann', state('1'), body(101)).plain).toHaveLength(101);
  expect(cache.get('ann')).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

test('creates each encoding once, counts it and evicts it with its body', async () => {
  const cache = new BodyCache(10_000);
  const ready = cache.put('ann', state('1'), body(5000));
  const [first, second] = await Promise.all([ready.for('gzip'), ready.for('gzip')]);
  expect(first.bytes).toBe(second.bytes);
  expect(cache.bytes).toBe(5000 + first.bytes.length);
  cache.put('ann', state('2'), body(10));
  await ready.for('br');
  expect(cache.bytes).toBe(10);
});
