import { expect, test } from 'vitest';
import type { GameSummary } from './games.ts';
import { presentEntry, type VersionedEntry } from './present-entry.ts';
import { entryJson, readyGame } from './ready-game.ts';

const platform = (id: number | null, name: string) => ({ id, guid: null, name, abbreviation: null });

const game: GameSummary = {
  guid: '3030-1',
  id: 1,
  name: 'A "Game" – ゲーム 🎮',
  deck: null,
  original_release_date: null,
  image: { small_url: null, medium_url: 'https://images.example/medium.png', thumb_url: null, screen_large_url: null },
  image_url: null,
  platforms: [platform(139, 'Wii U'), platform(139, 'Wii U again'), platform(null, 'No id')],
};

const entry = (platform_id: VersionedEntry['platform_id']): VersionedEntry => ({
  version: 3,
  entry_id: '0195f3f0-0000-7000-8000-000000000001',
  user_id: '0195f3f0-0000-7000-8000-000000000002',
  guid: '3030-1',
  status: 'playing',
  rating: 7,
  hours_played: 1.5,
  platform_id,
  is_shared: false,
  date_added: '2026-01-01T00:00:00.000Z',
});

test.each([139, 94, 999_999, 'not_listed', null] as const)(
  'an entry on platform %s is the same with and without a ready game',
  (id) => {
    const ready = readyGame(game);
    const platformName = ready.platformNames[String(id)] ?? null;
    expect(JSON.parse(entryJson(entry(id), { ...ready, platformName }))).toEqual(presentEntry(entry(id), game));
  },
);

test("shows a platform's name in the game's own data, else the map's", () => {
  expect(presentEntry(entry(139), game).platform).toEqual({ id: 139, name: 'Wii U' });
  expect(presentEntry(entry(139), { ...game, platforms: [] }).platform).toEqual({ id: 139, name: 'PlayStation 4' });
  expect(presentEntry(entry('not_listed'), game).platform).toEqual({ id: 'not_listed', name: 'Not Listed' });
  expect(presentEntry(entry(null), game).platform).toBeNull();
});

test('falls back to the medium image for the cover', () => {
  expect(presentEntry(entry(null), game).image_url).toBe('https://images.example/medium.png');
});
