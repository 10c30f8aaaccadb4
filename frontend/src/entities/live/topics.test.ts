import { expect, test } from 'vitest';
import { streamAddress, type Topic, together, without } from './topics.ts';

const user = (id: string): Topic => ({ kind: 'users', id });
const game = (id: string): Topic => ({ kind: 'games', id });

test('merges topics without duplicates, up to the limit of a stream', () => {
  expect(together([user('a'), game('g'), user('b'), user('a')])).toEqual([user('b'), user('a'), game('g')]);
  const many = Array.from({ length: 25 }, (_, place) => user(`u${place}`));
  expect(together(many).map(({ id }) => id)).toEqual(many.slice(-20).map(({ id }) => id));
});

test('keeps a topic opened by two parts of a page until both have closed it', () => {
  const opened = [user('a'), game('g'), user('a')];
  expect(without(opened, user('a'))).toEqual([game('g'), user('a')]);
  expect(without(opened, user('b'))).toEqual(opened);
});

test('lists the escaped topics in the address, grouped by kind', () => {
  expect(streamAddress([])).toBe('/api/live');
  expect(streamAddress([user('a'), user('b'), game('g&h')])).toBe('/api/live?users=a,b&games=g%26h');
});
