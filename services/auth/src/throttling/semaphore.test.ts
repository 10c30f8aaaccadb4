import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** Work that ends when told to, and a count of what runs at once. */
function measuredWork() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  return { work, ends, most: () => most };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('no more than the limit runs at once, and everything that waited gets its turn', async () => {
  const semaphore = new Semaphore(2, 10);
  const { work, ends, most } = measuredWork();
  const all = Promise.all(Array.from({ length: 7 }, () => semaphore.run(work)));
  for (let ended = 0; ended < 7; ended += 1) {
    await settle();
    ends.shift()?.();
  }
  await all;
  expect(most()).toBe(2);
});

test('beyond the queue: 503 with a time to come back, without being started', async () => {
  const semaphore = new Semaphore(1, 1);
  const { work, ends } = measuredWork();
  const first = semaphore.run(work);
  const second = semaphore.run(work);
  await expect(semaphore.run(work)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  ends.shift()?.();
  await settle();
  ends.shift()?.();
  await Promise.all([first, second]);
  expect(ends).toEqual([]);
});

test('work that fails gives its place free', async () => {
  const semaphore = new Semaphore(1, 0);
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run(async () => 'done')).toBe('done');
});
