import { expect, test } from 'vitest';
import { unavailable } from '../errors/coded-error.ts';
import { Deadline } from '../http/deadline.ts';
import { FairSemaphore, type FairSemaphoreOptions } from './fair-semaphore.ts';

const refusal = (whose: 'all' | 'one') => unavailable(`x.${whose}`, 'Too many at once.');

/** Work that a test starts and ends itself. */
function bench(options: Partial<FairSemaphoreOptions> = {}) {
  const semaphore = new FairSemaphore({ atOnce: 1, waiting: 10, waitingOfOne: 5, refusal, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string, name: string, signal?: AbortSignal) =>
    semaphore
      .run(
        key,
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        signal,
      )
      .then(
        () => 'done',
        (error: { code?: string | number; name: string }) => (typeof error.code === 'string' ? error.code : error.name),
      );
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  const endAll = async () => {
    while (ends.length > 0) await endNext();
  };
  return { run, begun, endNext, endAll };
}

test('gives each key its turn, so that a busy key does not delay the others', async () => {
  const { run, begun, endAll } = bench();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) run(name.slice(0, 1), name);
  await endAll();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('gives each group its turn and its own queue, however many keys it has', async () => {
  const { run, begun, endNext, endAll } = bench({ waiting: 6, groupOf: (key) => key.slice(0, 1) });
  run('x', 'x');
  const keys = ['a1', 'a2', 'a3', 'b1'];
  const outcomes = Promise.all([...keys, ...keys].map((key, at) => run(key, `${key}${at < 4 ? '' : "'"}`)));
  for (let turns = 0; turns < 4; turns += 1) await endNext();
  await endAll();
  expect(begun).toEqual(['x', 'a1', 'b1', 'a2', "b1'", 'a3', "a1'", "a2'", "a3'"]);
  expect(new Set(await outcomes)).toEqual(new Set(['done']));
});

test('does not starve other keys when every item has a new key', async () => {
  const { run, begun, endNext } = bench({ waiting: 100 });
  for (const name of ['a1', 'a2', 'a3']) run('a', name);
  for (let turn = 0; turn < 12; turn += 1) {
    for (const one of ['x', 'y']) run(`${one}${turn}`, 'new');
    await endNext();
  }
  expect(begun).toContain('a3');
});

test('limits concurrent work and reuses a free slot immediately', async () => {
  const { run, begun, endAll } = bench({ atOnce: 2 });
  const all = ['a1', 'a2', 'a3'].map((name) => run('a', name));
  expect(begun).toEqual(['a1', 'a2']);
  await endAll();
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
  run('a', 'a4');
  expect(begun).toHaveLength(4);
});

test("limits one key's queue without limiting other keys", async () => {
  const { run, endAll } = bench({ waitingOfOne: 2 });
  const outcomes = Promise.all([...Array.from({ length: 5 }, () => run('a', 'a')), run('b', 'b')]);
  await endAll();
  expect(await outcomes).toEqual(['done', 'done', 'done', 'x.one', 'x.one', 'done']);
});

test('drops the last item of the longest queue for a shorter one when the queue is full', async () => {
  const { run, endAll } = bench({ waiting: 4, waitingOfOne: 4 });
  const outcomes = Promise.all([
    ...Array.from({ length: 5 }, () => run('a', 'a')),
    ...['b', 'c', 'd', 'e'].map((key) => run(key, key)),
  ]);
  await endAll();
  expect(await outcomes).toEqual(['done', 'done', 'x.all', 'x.all', 'x.all', 'done', 'done', 'done', 'x.all']);
});

test('removes an aborted item from the queue and lets running work finish', async () => {
  const { run, begun, endAll } = bench();
  const leaving = new AbortController();
  const outcomes = Promise.all([run('a', 'a1', leaving.signal), run('b', 'b1', leaving.signal), run('b', 'b2')]);
  leaving.abort();
  await endAll();
  expect(await outcomes).toEqual(['done', 'AbortError', 'done']);
  expect(begun).toEqual(['a1', 'b2']);
});

test('reports work whose deadline passes in the queue as late', async () => {
  const { run, endAll } = bench();
  const outcomes = [run('a', 'a1'), Deadline.in(10).during((signal) => run('b', 'b1', signal))];
  expect(await outcomes[1]).toBe('service.late');
  await endAll();
  expect(await outcomes[0]).toBe('done');
});
