import { expect, test } from 'vitest';
import { readGolden } from './golden/read-golden.ts';

test("reads Playnite's Library Exporter", () => {
  expect(readGolden('playnite', 'playnite.csv')).toEqual([
    { title: 'Portal 2', year: 2011, hours_played: 8.5 },
    { title: 'FTL' },
    { title: 'Odd', problems: ['"soon" is not a year.', '"-5 s" is not a number of hours.'] },
  ]);
});

test("reads Playnite's Library Exporter Advanced", () => {
  expect(readGolden('playnite', 'playnite-advanced.csv')).toEqual([
    {
      title: 'Portal 2',
      year: 2011,
      status: 'completed',
      rating: 10,
      hours_played: 8.5,
      platform_id: 94,
      tags: ['Co-op', 'Short'],
      problems: ['"1/2/2024 3:04:05 PM" is ambiguous: it could be two days.'],
    },
    { title: 'Bloodborne', year: 2015, platform_id: 139 },
    { title: 'Stardew Valley', status: 'playing', hours_played: 0.5 },
    {
      title: 'Odd',
      problems: [
        '"Lent" is not a known status.',
        'The rating "101" is not between 0 and 100.',
        '"many s" is not a number of hours.',
        'The platform "Amstrad 9000" is unknown.',
      ],
    },
  ]);
});

test("reads Playnite's Json Library Import Export", () => {
  expect(readGolden('playnite', 'playnite.json')).toEqual([
    {
      title: 'Portal 2',
      year: 2011,
      guid: 'steam-620',
      status: 'playing',
      rating: 10,
      hours_played: 8.5,
      platform_id: 94,
      tags: ['Co-op'],
      date_added: '2024-01-02T14:04:05.123Z',
    },
    { problems: ['"-1 s" is not a number of hours.'] },
  ]);
});

test('reads Xbox games from TrueAchievements', () => {
  expect(readGolden('xbox', 'xbox.csv')).toEqual([
    { title: 'Halo Infinite', status: 'playing', rating: 9, hours_played: 62, platform_id: 179 },
    { title: 'Fable II', status: 'completed', rating: 10, hours_played: 40, platform_id: 20 },
    { title: 'Minecraft', status: 'playing', rating: 8, hours_played: 12.5, platform_id: 145 },
    { problems: ['Not a game: an app.'] },
    {
      title: 'Odd',
      problems: [
        '"Lent" is not a known status.',
        'The rating "9" is not between 0 and 5.',
        '"-3" is not a number of hours.',
        'The platform "Amstrad 9000" is unknown.',
      ],
    },
  ]);
});

test('reads PlayStation games from psnstats', () => {
  expect(readGolden('psn', 'psn.csv')).toEqual([
    { title: 'ELDEN RING', status: 'completed', hours_played: 120.5, platform_id: 168 },
    { title: 'Rocket League®', hours_played: 2.5, platform_id: 139 },
    { title: "Astro's Playroom", platform_id: 168 },
    { title: 'Odd', problems: ['"-4" is not a number of hours.', 'The platform "PS9" is unknown.'] },
  ]);
});

test('reads PlayStation games from psn-game-scrapper', () => {
  expect(readGolden('psn', 'psn-library.csv')).toEqual([
    { title: 'God of War Ragnarök', status: 'completed', hours_played: 45, platform_id: 168 },
    { title: 'Bloodborne', hours_played: 62, platform_id: 139 },
  ]);
});

test("reads Steam's GetOwnedGames", () => {
  expect(readGolden('steam', 'steam.json')).toEqual([
    { title: 'Portal 2', guid: 'steam-620', hours_played: 8.5, platform_id: 94 },
    { title: 'The Witcher® 3: Wild Hunt', guid: 'steam-292030', platform_id: 94 },
    {
      guid: 'steam-1',
      platform_id: 94,
      problems: ['Steam does not name app 1.', '"-5 min" is not a number of hours.'],
    },
  ]);
});
