import { expect, test } from 'vitest';
import { anEntry } from '../../../test/builders.ts';
import { gamesByMonth, gamesByRating, hoursByPlatform } from './chart-data.ts';

test('includes ratings 1 to 10 by status, and skips unrated games', () => {
  const bars = gamesByRating([
    anEntry({ rating: 9, status: 'completed' }),
    anEntry({ rating: 9, status: 'playing' }),
    anEntry({ rating: 10 }),
    anEntry({ rating: null }),
  ]);
  expect(bars).toHaveLength(10);
  expect(bars[8]).toEqual({ key: '9', total: 2, parts: { completed: 1, playing: 1 } });
  expect(bars.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 2, 1]);
});

test('sums hours by platform name, most first, with a bar of its own for no platform', () => {
  const bars = hoursByPlatform([
    anEntry({ hours_played: 2.5, platform_id: 94, platform: { id: 94, name: 'PC' } }),
    anEntry({ hours_played: 1, platform_id: 94 }),
    anEntry({ hours_played: 10 }),
    anEntry({ hours_played: 4, platform_id: 'not_listed' }),
    anEntry({ hours_played: null, platform_id: 157 }),
    anEntry({ hours_played: 0, platform_id: 157 }),
  ]);
  expect(bars.map(({ key, total }) => [key, total])).toEqual([
    ['', 10],
    ['Not Listed', 4],
    ['PC', 3.5],
  ]);
});

test('includes the last twelve months across a new year, and skips older games', () => {
  const bars = gamesByMonth(
    [
      anEntry({ date_added: '2026-02-10T12:00:00.000Z' }),
      anEntry({ date_added: '2025-03-10T12:00:00.000Z' }),
      anEntry({ date_added: '2025-02-10T12:00:00.000Z' }),
    ],
    new Date(2026, 1, 28),
  );
  expect([bars[0]?.key, bars[9]?.key, bars[10]?.key]).toEqual(['2025-03', '2025-12', '2026-01']);
  expect(bars.map(({ total }) => total)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});
