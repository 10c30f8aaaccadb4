import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTable } from '../../../../../frontend/src/features/imports/file/read-table.ts';
import { readGolden } from './golden/read-golden.ts';

const day = '2023-12-31T12:00:00.000Z';

test('keeps the year in the title of HowLongToBeat and reads it', () => {
  expect(readGolden('howlongtobeat', 'hltb-years-in-titles.csv')).toMatchObject([
    { title: 'God of War (2018)', year: 2018, status: 'completed', rating: 10, hours_played: 21, platform_id: 139 },
    { title: 'Resident Evil 2 (2019)', year: 2019, status: 'completed' },
    { title: 'Doom (2016)', year: 2016, status: 'playing', hours_played: 3 },
    { title: 'Tomb Raider (2013)', year: 2013, status: 'want_to_play' },
    { title: "The Legend of Zelda: Link's Awakening (2019)", year: 2019, status: 'completed', platform_id: 157 },
  ]);
});

test('reads the check marks of HowLongToBeat, and keeps lists of the user as tags', () => {
  const said = { platform_id: 94, date_added: '2024-07-01T12:00:00.000Z' };
  expect(readGolden('howlongtobeat', 'hltb-2024-checkmarks.csv')).toEqual([
    { ...said, title: 'Celeste', status: 'completed', rating: 9, hours_played: 8.5 },
    { ...said, title: 'Hades', status: 'playing', hours_played: 21 },
    { ...said, title: 'Portal', status: 'want_to_play' },
    {
      title: 'Myst',
      status: 'dropped',
      hours_played: 1,
      date_added: said.date_added,
      problems: ['The platform "Mobile" is unknown.'],
    },
    { ...said, title: 'Half-Life 2', tags: ['Paused'] },
    { ...said, title: 'The Witness', status: 'playing' },
  ]);
});

test('reads each row of a game that HowLongToBeat lists twice', () => {
  expect(readGolden('howlongtobeat', 'hltb-backlog-then-completed.csv')).toEqual([
    { title: 'Celeste', status: 'want_to_play', platform_id: 94, date_added: '2020-01-01T12:00:00.000Z' },
    {
      title: 'Celeste',
      status: 'completed',
      rating: 10,
      hours_played: 12,
      platform_id: 157,
      date_added: '2024-01-01T12:00:00.000Z',
    },
  ]);
});

test('reads the ids, dates, shelves and levels of Grouvee', () => {
  expect(readGolden('grouvee', 'grouvee-2025.csv')).toEqual([
    {
      title: 'Celeste',
      year: 2018,
      guid: 'igdb-26226',
      status: 'completed',
      rating: 9,
      hours_played: 94,
      platform_id: 157,
      date_added: '2021-07-18T15:53:49.000Z',
    },
    {
      title: 'Peak Nonsense Game',
      year: 2025,
      guid: 'igdb-312000',
      status: 'want_to_play',
      date_added: '2025-01-18T15:53:49.000Z',
    },
    {
      title: 'Hades',
      year: 2020,
      guid: 'igdb-113112',
      status: 'completed',
      rating: 10,
      platform_id: 94,
      date_added: '2021-07-18T15:53:49.000Z',
    },
    { title: 'Portal', year: 2007, guid: 'igdb-71', date_added: '2020-01-01T00:00:00.000Z' },
  ]);
});

test.each(['gog-tab.csv', 'gog-semicolon.csv'])('reads lists that GOG Galaxy joins with the delimiter: %s', (file) => {
  expect(readGolden('gog_galaxy', file)).toEqual([
    {
      title: 'The Witcher 3: Wild Hunt',
      year: 2015,
      rating: 10,
      hours_played: 104.5,
      platform_id: 94,
      tags: ['rpg', 'fantasy'],
    },
    { title: 'Doom (2016)', year: 2016, rating: 8, hours_played: 1.5, platform_id: 94 },
    { title: 'Myst', year: 1993, platform_id: 94 },
  ]);
});

test('reads all date formats', () => {
  const dates = readGolden('table', 'dates-forms.csv');
  const instants: Readonly<Record<string, string>> = {
    Ico: '2023-12-31T15:04:05.123Z',
    Pong: '2023-12-31T00:00:00.000Z',
    Bastion: '2023-12-31T15:04:05.000Z',
    Braid: '2023-12-31T13:04:05.000Z',
  };
  expect(dates).toHaveLength(17);
  for (const row of dates) {
    expect(row).toEqual({ title: row.title, date_added: instants[String(row.title)] ?? day });
  }
});

test('reads all hour formats', () => {
  const hours = readGolden('table', 'hours-forms.csv').map(({ title, hours_played = null, ...others }) => {
    expect(others).toEqual({});
    return [title, hours_played];
  });
  expect(hours).toEqual([
    ['Portal', 40.5],
    ['Portal 2', 40.5],
    ['Celeste', 40.5],
    ['Hades', 40.5],
    ['Doom', 27],
    ['Myst', 37],
    ['Ico', 12.5],
    ['Pong', 120.5],
    ['Q*bert', 1234.5],
    ['Half-Life', 1234.5],
    ['Half-Life 2', 1234.5],
    ['Dr. Mario', 40],
    ['The Witness', 40],
    ['Tetris', null],
    ['Bastion', null],
    ['Braid', 12500],
    ['Limbo', 0],
    ['Pitfall!', 12],
    ['Super Mario Bros.', 2.5],
    ['Super Mario Bros. 2', 12.5],
    ['Super Mario Bros. 3', 1234.5],
    ['Mario Bros.', 1.5],
    ['The Witcher', null],
  ]);
});

test('reads a German spreadsheet with decimal commas', () => {
  expect(readGolden('table', 'excel-sep-de.csv')).toEqual([
    { title: 'Ōkami', status: 'completed', rating: 9, hours_played: 12.5, platform_id: 19, date_added: day },
    {
      title: 'Pokémon Rot',
      status: 'completed',
      rating: 9,
      hours_played: 1234.5,
      platform_id: 3,
      date_added: '2020-02-01T12:00:00.000Z',
    },
    {
      title: 'Celeste',
      status: 'dropped',
      rating: 8,
      hours_played: 12.5,
      platform_id: 157,
      date_added: '2021-03-15T12:00:00.000Z',
    },
    {
      title: 'Hades',
      status: 'playing',
      rating: 10,
      hours_played: 1234,
      platform_id: 94,
      date_added: '2021-05-05T12:00:00.000Z',
    },
  ]);
});

test('reads tables in the encodings of Excel', () => {
  expect(readGolden('table', 'excel-cp1252.csv')).toEqual([
    { title: 'God of War Ragnarök', hours_played: 12.5, platform_id: 168 },
    { title: 'Pokémon Blue', hours_played: 30, platform_id: 3 },
    { title: 'Grüße aus Köln', hours_played: 3, platform_id: 94 },
  ]);
  expect(readGolden('table', 'excel-utf16le.txt')).toEqual([
    { title: 'Pokémon Scarlet', rating: 8, hours_played: 12.5, platform_id: 157 },
    { title: 'Ōkami', rating: 9, hours_played: 20, platform_id: 19 },
  ]);
});

test('keeps titles as they are written', () => {
  const lines = readFileSync(new URL('golden/titles-odd.csv', import.meta.url), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1);
  const read = readGolden('table', 'titles-odd.csv');
  expect(read).toHaveLength(lines.length);
  expect(read.filter(({ problems }) => problems)).toEqual([]);
  expect(read.filter(({ year }) => year)).toEqual([
    { title: 'Doom (2016)', year: 2016 },
    { title: 'God of War', year: 2018 },
    { title: 'God of War (2018)', year: 2018 },
    { title: 'Resident Evil 2 Remake', year: 2019 },
    { title: 'Doom (1993)', year: 1993 },
  ]);
  const titles = read.map(({ title }) => title);
  for (const title of ['POKÉMON RED', 'NieR：Automata', 'ゼルダの伝説', 'لعبة', '🎮', '???', 'N++', 'Portal²']) {
    expect(titles).toContain(title);
  }
});

test('reads games without a name from Steam by their app id', () => {
  const pc = { platform_id: 94 };
  expect(readGolden('steam', 'steam-owned.json')).toEqual([
    { ...pc, title: 'Portal 2', guid: 'steam-620', hours_played: 8.5 },
    { ...pc, guid: 'steam-12345678', hours_played: 1, problems: ['Steam does not name app 12345678.'] },
    { ...pc, title: 'The Witcher® 3: Wild Hunt', guid: 'steam-292030', hours_played: 10_002 },
    { ...pc, title: 'Half-Life', guid: 'steam-70' },
    { ...pc, title: 'Half-Life 2', guid: 'steam-220' },
    {
      ...pc,
      title: 'DOOM',
      guid: 'steam-379720',
      problems: ['"4294967295 min" exceeds the maximum of 99,999.5 hours.'],
    },
  ]);
});

test('reports a time above the maximum hours of a game', () => {
  expect(readGolden('playnite', 'playnite-overflow.json')).toEqual([
    { title: 'Portal 2', problems: ['The time played exceeds the maximum of 99,999.5 hours.'] },
  ]);
});

test.each([
  ['steam-private.json', 'steam_private'],
  ['steam-empty.json', 'no_rows'],
])('rejects %s with %s', (file, fault) => {
  expect(readTable(readFileSync(new URL(`golden/${file}`, import.meta.url)))).toEqual({ fault });
});
