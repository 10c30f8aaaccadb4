import type { ListedGame } from '@nightshelf/contracts/game-lists.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeAt, reordered } from './reordered.ts';

const listOf = (ids: readonly string[]): ListedGame[] =>
  ids.map((entry_id) => ({ entry_id, guid: entry_id, name: entry_id, image_url: null, note: null }));
const order = (games: readonly ListedGame[]) => games.map(({ entry_id }) => entry_id).join('');

test('places a game beside its neighbor and keeps the order of the others', () => {
  const places = fc.record({ from: fc.nat(5), to: fc.nat(5) });
  fc.assert(
    fc.property(places, ({ from, to }) => {
      const games = listOf([...'abcdef']);
      const moved = games[from]?.entry_id ?? '';
      const place = placeAt(games, moved, to);
      const now = place ? reordered(games, moved, place) : games;
      expect(order(now).indexOf(moved)).toBe(to);
      expect(order(now).replace(moved, '')).toBe(order(games).replace(moved, ''));
      expect(place === null).toBe(from === to);
    }),
  );
});

test('returns the same order when the game or neighbor is not in the list', () => {
  const games = listOf(['a', 'b']);
  expect(order(reordered(games, 'x', { before: 'a' }))).toBe('ab');
  expect(order(reordered(games, 'a', { after: 'x' }))).toBe('ab');
  expect(placeAt(listOf(['a']), 'a', 0)).toBeNull();
});
