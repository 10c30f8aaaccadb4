import { expect, test } from 'vitest';
import { unavailable } from '../errors/coded-error.ts';
import { FairSemaphore, type FairSemaphoreOptions } from './fair-semaphore.ts';

const refusal = (whose: 'all' | 'one') => unavailable(`x.${whose}`, 'Too many at once.');

/** Work that is begun and ended by hand. */
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

test('who brings much does not keep others waiting: each key has its turn', async () => {
  const { run, begun, endAll } = bench();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) run(name.slice(0, 1), name);
  await endAll();
  // Whoever brings one thing alone is not kept waiting by who brings more at the same time.
  expect(begun).toEqual(['a1', 'c1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

test('who has had no turn lately goes first, before those who always have something waiting', async () => {
  const { run, begun, endNext, endAll } = bench({ waitingOfOne: 10 });
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']) run(name.slice(0, 1), name);
  for (let turns = 0; turns < 3; turns += 1) await endNext();
  expect(begun).toEqual(['a0', 'a1', 'b1', 'a2']);
  run('c', 'c1');
  run('b', 'b4');
  await endNext();
  run('c', 'c2');
  await endAll();
  // Who brings one after the other has its turn as all others do.
  expect(begun.slice(4)).toEqual(['c1', 'b2', 'a3', 'c2', 'b3', 'a4', 'b4']);
});

test('groups have turns and room of their own, however many keys are in one', async () => {
  const { run, begun, endNext, endAll } = bench({ waiting: 6, groupOf: (key) => key.slice(0, 1) });
  run('x', 'x');
  const keys = ['a1', 'a2', 'a3', 'b1'];
  const outcomes = Promise.all([...keys, ...keys].map((key, at) => run(key, `${key}${at < 4 ? '' : "'"}`)));
  for (let turns = 0; turns < 4; turns += 1) await endNext();
  await endAll();
  expect(begun).toEqual(['x', 'a1', 'b1', 'a2', 'a3', "b1'", "a1'", "a2'", "a3'"]);
  expect(new Set(await outcomes)).toEqual(new Set(['done']));
});

test('who has had turns lately still has when nothing waited meanwhile', async () => {
  const { run, begun, endAll } = bench({ waitingOfOne: 10 });
  for (const name of ['a0', 'a1', 'b1']) run(name.slice(0, 1), name);
  await endAll();
  for (const name of ['x', 'a2', 'b2', 'c1']) run(name.slice(0, 1), name);
  await endAll();
  expect(begun).toEqual(['a0', 'a1', 'b1', 'x', 'c1', 'a2', 'b2']);
});

test('whoever is somebody new each time keeps nobody waiting for ever', async () => {
  const { run, begun, endNext } = bench({ waiting: 100 });
  for (const name of ['a1', 'a2', 'a3']) run('a', name);
  for (let turn = 0; turn < 12; turn += 1) {
    for (const one of ['x', 'y']) run(`${one}${turn}`, 'new');
    await endNext();
  }
  expect(begun).toContain('a3');
});

test('so many run at once, and a place that is free is taken at once', async () => {
  const { run, begun, endAll } = bench({ atOnce: 2 });
  const all = ['a1', 'a2', 'a3'].map((name) => run('a', name));
  expect(begun).toEqual(['a1', 'a2']);
  await endAll();
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
  run('a', 'a4');
  expect(begun).toHaveLength(4);
});

test('a key has so many waiting at most, and others still have room', async () => {
  const { run, endAll } = bench({ waitingOfOne: 2 });
  const outcomes = Promise.all([...Array.from({ length: 5 }, () => run('a', 'a')), run('b', 'b')]);
  await endAll();
  expect(await outcomes).toEqual(['done', 'done', 'done', 'x.one', 'x.one', 'done']);
});

test('when too many wait, the last of the longest line makes room for a shorter one', async () => {
  const { run, endAll } = bench({ waiting: 4, waitingOfOne: 4 });
  const outcomes = Promise.all([
    ...Array.from({ length: 5 }, () => run('a', 'a')),
    ...['b', 'c', 'd', 'e'].map((key) => run(key, key)),
  ]);
  await endAll();
  expect(await outcomes).toEqual(['done', 'done', 'x.all', 'x.all', 'x.all', 'done', 'done', 'done', 'x.all']);
});

test('who gives up waiting leaves the line, and what runs goes on', async () => {
  const { run, begun, endAll } = bench();
  const leaving = new AbortController();
  const outcomes = Promise.all([run('a', 'a1', leaving.signal), run('b', 'b1', leaving.signal), run('b', 'b2')]);
  leaving.abort();
  await endAll();
  expect(await outcomes).toEqual(['done', 'AbortError', 'done']);
  expect(begun).toEqual(['a1', 'b2']);
});
