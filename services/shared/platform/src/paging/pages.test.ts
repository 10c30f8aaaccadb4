import { expect, test } from 'vitest';
import { type NextPage, pages } from './pages.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(6, '0'));

const read =
  (items: readonly string[]) =>
  async ({ after, limit }: NextPage) =>
    items.filter((item) => after === null || item > after).slice(0, limit);

test.each([0, 1, 500, 1250])('returns %i items once each, in order, without empty pages', async (count) => {
  const items = numbered(count);
  const got = await Array.fromAsync(pages((item: string) => item, read(items)));
  expect(got.flat()).toEqual(items);
  expect(got.every((page) => page.length > 0)).toBe(true);
});
