import { expect, test } from 'vitest';
import { unavailable } from '../errors/coded-error.ts';
import { Semaphore } from './semaphore.ts';

test('limits concurrent work, queues some and rejects the rest', async () => {
  const semaphore = new Semaphore(2, 1, () => unavailable('x.busy', 'Too many at once.'));
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const run = (name: number) =>
    semaphore.run(() => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const [one, two, three] = [run(1), run(2), run(3)];
  await expect(run(4)).rejects.toThrow(
    expect.objectContaining({ status: 503, code: 'x.busy', headers: { 'retry-after': '2' } }),
  );
  expect(begun).toEqual([1, 2]);
  ends[0]?.();
  await one;
  expect(begun).toEqual([1, 2, 3]);
  for (const end of ends) end();
  await Promise.all([two, three]);
  await expect(semaphore.run(async () => 'free again')).resolves.toBe('free again');
});
