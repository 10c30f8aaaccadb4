import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { expect, test } from 'vitest';
import { hashingQueue } from './throttling.ts';

/** Runs one hash at a time; each lasts until `endAll` releases it. */
function turnsOf(factor = 1) {
  const registry = createRegistry('test');
  const turns = hashingQueue({ atOnce: 1, waiting: 20, factor, registry });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const hash = (address: string, account?: string) =>
    turns
      .run({ address, ...(account === undefined ? {} : { account }) }, () => {
        begun.push(address);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .then(
        () => 'hashed',
        (error: { status: number; code: string; headers: object }) => [error.status, error.code, error.headers],
      );
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
  };
  const received = async (name: string) =>
    (await registry.metrics()).match(new RegExp(`^${name}[{ ].*$`, 'gm'))?.map((line) => line.split(' ').at(-1));
  return { hash, begun, endAll, received };
}

test('serves a new address within one round while five others fill their queues', async () => {
  const { hash, begun, endAll } = turnsOf();
  const five = Array.from({ length: 50 }, (_, at) => hash(`192.0.2.${at % 5}`));
  const sixth = hash('203.0.113.1');
  await endAll();
  expect(await sixth).toBe('hashed');
  expect(begun.indexOf('203.0.113.1')).toBeLessThanOrEqual(6);
  const refused = (await Promise.all(five)).filter((outcome) => outcome !== 'hashed');
  expect(refused).toHaveLength(50 - 1 - 5 * 2);
  expect(refused[0]).toEqual([429, 'auth.too_many_at_once', { 'retry-after': '5' }]);
});

test('counts an IPv6 network as one address', async () => {
  const { hash, endAll } = turnsOf();
  const outcomes = Promise.all(Array.from({ length: 6 }, (_, at) => hash(`2001:db8:1:2::${at + 1}`)));
  await endAll();
  expect((await outcomes).filter((outcome) => outcome === 'hashed')).toHaveLength(3);
});

test('limits the queue of strangers to one account without affecting its known devices or other accounts', async () => {
  const { hash, endAll } = turnsOf();
  const strangers = Promise.all(Array.from({ length: 10 }, (_, at) => hash(`192.0.2.${at}`, at % 2 ? 'ada' : 'ADA')));
  const known = hash('203.0.113.1');
  const other = hash('203.0.113.2', 'bob');
  await endAll();
  expect(await Promise.all([known, other])).toEqual(['hashed', 'hashed']);
  const refused = (await strangers).filter((outcome) => outcome !== 'hashed');
  expect(refused).toEqual(Array(5).fill([503, 'auth.busy', { 'retry-after': '5' }]));
  expect(await Promise.race([hash('192.0.2.1', 'ada'), new Promise((resolve) => setImmediate(resolve, 'begun'))])).toBe(
    'begun',
  );
});

test('lets one address use the whole queue with a high factor', async () => {
  const { hash, endAll } = turnsOf(100);
  const outcomes = Promise.all(Array.from({ length: 25 }, () => hash('192.0.2.1', 'ada')));
  await endAll();
  expect((await outcomes).filter((outcome) => outcome === 'hashed')).toHaveLength(21);
});

test('exposes the queue length, waiting times and refusals as metrics', async () => {
  const { hash, endAll, received } = turnsOf();
  const ofOne = Promise.all(Array.from({ length: 5 }, () => hash('192.0.2.1')));
  const ofAccount = Promise.all(Array.from({ length: 8 }, (_, at) => hash(`198.51.100.${at}`, 'ada')));
  expect(await received('auth_password_hashes_waiting')).toEqual(['7']);
  expect(await received('auth_password_hashes_refused_total')).toEqual(['0', '2', '3']);
  await endAll();
  await Promise.all([ofOne, ofAccount]);
  expect(await received('auth_password_hashes_waiting')).toEqual(['0']);
  expect(await received('auth_password_hash_wait_seconds_count')).toEqual(['8']);
});
