import { expect, test } from 'vitest';
import { guessMapping, guessScale, guessSource, inParts, rowsToSend } from './guess-columns.ts';
import { mostBytes, readTable } from './read-table.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, { big = false } = {}) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return new Uint8Array(big ? bytes.swap16() : bytes);
};
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

const tableOf = (columns: string[], rows: string[][]) => ({ columns, rows, encoding: 'utf-8' });

/** Returns the rows of a readable file. */
function rowsOf(given: string) {
  const result = readTable(utf8(given));
  if ('fault' in result) throw new Error(result.fault);
  return result.table.rows;
}

const text = 'Title,Note\r\nPokémon Rouge,"a, ""b""\r\nc"\r\n';
const rows = [['Pokémon Rouge', 'a, "b"\r\nc']];

test.each([
  ['UTF-8', utf8(text), 'utf-8'],
  ['UTF-8 with its mark', utf8(`\ufeff${text}`), 'utf-8'],
  ['UTF-16', utf16(text), 'utf-16le'],
  ['UTF-16, big end first', utf16(text, { big: true }), 'utf-16be'],
  ['Windows-1252', latin(text), 'windows-1252'],
])('reads %s', (_, bytes, encoding) => {
  expect(readTable(bytes)).toEqual({ table: { columns: ['Title', 'Note'], rows, encoding } });
});

test('detects Shift_JIS in a Japanese file', () => {
  // ゼルダの伝説 in Shift_JIS, repeated often enough for a reliable detection.
  const name = [0x83, 0x5b, 0x83, 0x8b, 0x83, 0x5f, 0x82, 0xcc, 0x93, 0x60, 0x90, 0xe0, 0x0a];
  const bytes = Uint8Array.from([...utf8('title\n'), ...Array.from({ length: 40 }, () => name).flat()]);
  expect(readTable(bytes)).toMatchObject({ table: { encoding: 'shift_jis' } });
});

test.each([
  ['semicolons', 'Title;Hours\nTetris;1,5\nDoom;2,5'],
  ['tabs', 'Title\tHours\nTetris\t1,5\nDoom\t2,5'],
])('detects %s despite decimal commas', (_, given) => {
  expect(rowsOf(given)).toEqual([
    ['Tetris', '1,5'],
    ['Doom', '2,5'],
  ]);
});

test('fills short rows, cuts long ones, names unnamed or duplicate columns, and cleans cells', () => {
  expect(readTable(utf8('A,,A\n1\n1,2,3,4\n\n\0x,\ud800,y'))).toMatchObject({
    table: {
      columns: ['A', 'Column 2', 'A (2)'],
      rows: [
        ['1', '', ''],
        ['1', '2', '3'],
        ['x', '\ufffd', 'y'],
      ],
    },
  });
});

test('reads a list of objects as rows, wherever it is in the file', () => {
  const ryot = {
    exercises: [{}, {}, {}],
    metadata: [{ lot: 'movie' }, { lot: 'video_game', reviews: [{ rating: '85', text: 'a\nb' }, {}] }],
  };
  expect(readTable(utf16(JSON.stringify(ryot)))).toEqual({
    table: {
      columns: ['lot', 'reviews[].rating', 'reviews[].text'],
      rows: [
        ['movie', '', ''],
        ['video_game', '85\n', 'a b\n'],
      ],
      encoding: 'utf-16le',
    },
  });
  expect(readTable(utf8('[{"a":{"b":{"c":{"d":{"e":1}}},"__proto__":2},"n":null,"t":["x",3]}]'))).toMatchObject({
    table: { columns: ['a.__proto__', 't'], rows: [['2', 'x\n3']] },
  });
});

test('reads the collection of a JSON file, not a longer list beside it', () => {
  const file = { collection: [{ name: 'Tetris' }], shelves: [{ name: 'Played' }, { name: 'Backlog' }] };
  expect(rowsOf(JSON.stringify(file))).toEqual([['Tetris']]);
});

test.each([
  ['what PowerShell writes before a table', '#TYPE Selected.Game\r\n"Name","Playtime"\r\n"Tetris","60"'],
  ['a separator line for Excel', 'sep=;\nName;Playtime\nTetris;60'],
])('skips %s', (_, given) => {
  expect(readTable(utf8(given))).toMatchObject({ table: { columns: ['Name', 'Playtime'], rows: [['Tetris', '60']] } });
});

test.each([
  ['empty', new Uint8Array()],
  ['no_json', utf8('[{"game": {"name": "Tet')],
  ['no_json', utf8('{"format": "something", "games": [1, 2]}')],
  ['no_json', utf8('[{"a":'.repeat(100_000))],
  ['no_json', utf8(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
  ['steam_private', utf8('{"response": {}}\n')],
  ['no_json', utf8('{"response": {}, "games": 1}')],
  ['no_rows', utf8('[]')],
  ['no_rows', utf8('{"games": []}')],
  ['archive', Uint8Array.from([0x50, 0x4b, 3, 4])],
  ['archive', Uint8Array.from([0x1f, 0x8b, 8, 0])],
  ['no_text', Uint8Array.from({ length: 3000 }, (_, at) => (at * 7) % 256)],
  ['no_rows', utf8('Title,Hours\n')],
  ['open_quote', utf8('Title\n"never\nends\n')],
  ['too_many_rows', utf8(`t\n${'x\n'.repeat(2_000_000)}`)],
  ['too_large', new Uint8Array(mostBytes + 1)],
])('refuses a file as %s', (fault, bytes) => {
  expect(readTable(bytes)).toEqual({ fault });
});

test.each([
  ['mixed line endings', 'Title,Hours\r\nTetris,1\nDoom,2\nQuake,3\n'],
  ['doubled line endings', 'Title,Hours\r\r\nTetris,1\r\r\nDoom,2\r\r\nQuake,3\r\r\n'],
])('keeps all games despite %s', (_, given) => {
  expect(rowsOf(given).map(([title]) => title)).toEqual(['Tetris', 'Doom', 'Quake']);
});

test('parses long runs of carriage returns quickly', () => {
  expect(rowsOf(`Title\n${`${'\r'.repeat(100_000)}Doom`.repeat(10)}\nTetris\n`).at(-1)).toEqual(['Tetris']);
});

test('keeps all games despite any number of empty lines', () => {
  const games = Array.from({ length: 15_000 }, (_, at) => `Game ${at}`);
  for (const quote of ['', '"']) {
    expect(rowsOf(`Title\n${games.map((name) => `${quote}${name}${quote}\n\n`).join('')}`)).toHaveLength(15_000);
  }
});

test('refuses a quote that swallows other rows', () => {
  const given = 'Title,Hours\n"Tomb Raider" (2013),8\nTetris,1\nDoom,2\n"Quake",3\nHexen,4\n';
  expect(readTable(utf8(given))).toEqual({ fault: 'open_quote' });
});

test('guesses each field from the column names once', () => {
  expect(guessMapping(['Game Name', 'My Rating', 'Name', 'Playtime (hours)', 'PLATFORM', 'Other'])).toEqual({
    Name: 'title',
    'My Rating': 'rating',
    'Playtime (hours)': 'hours_played',
    PLATFORM: 'platform',
  });
  expect(guessSource(['title', 'year', 'guid', 'status', 'platform_id', 'date_added'])).toBe('nightshelf');
  expect(guessSource(['title', 'status'])).toBe('table');
  expect(guessSource(['Name', 'Genres', 'Time Played', 'Platforms'])).toBe('playnite');
  expect(guessSource(['Name', 'GameId', 'Id', 'PluginId', 'Playtime', 'Tags[].Name'])).toBe('playnite');
  expect(guessSource(['appid', 'playtime_forever'])).toBe('steam');
  expect(guessSource(['name', 'shelves', 'statuses', 'igdb_id'])).toBe('grouvee');
});

test.each([
  ['English', ['Game', 'My Score', 'Time Spent', 'Console', 'Note'], ['title', 'rating', 'hours_played', 'platform']],
  [
    'German',
    ['Titel', 'Wertung', 'Spielzeit', 'Plattform', 'Hinzugefügt am', 'Erscheinungsjahr'],
    ['title', 'rating', 'hours_played', 'platform', 'date_added', 'year'],
  ],
  [
    'French',
    ['Nom', 'Note', 'Temps de jeu', 'Plateforme', "Date d'ajout", 'Statut', 'Année'],
    ['title', 'rating', 'hours_played', 'platform', 'date_added', 'status', 'year'],
  ],
  [
    'Spanish',
    ['Título', 'Puntuación', 'Horas jugadas', 'Plataforma', 'Estado', 'Año'],
    ['title', 'rating', 'hours_played', 'platform', 'status', 'year'],
  ],
] as const)('guesses %s columns', (_, columns, fields) => {
  expect(guessMapping(columns)).toEqual(Object.fromEntries(fields.map((field, at) => [columns[at], field])));
});

test.each([
  [['3', '4.5'], 5],
  [['7', ''], 10],
  [['85'], 100],
  [['18'], 20],
  [['4,5', '3'], 5],
  [['4.5 stars'], 5],
  [['85%', '7'], 10],
  [[''], 10],
])('guesses the scale of ratings %j as %j', (ratings, scale) => {
  const rows = ratings.map((rating) => [rating]);
  expect(guessScale(tableOf(['r'], rows), { r: 'rating' })).toBe(scale);
});

test('sends only non-empty cells, in requests of limited size', () => {
  const rows = [
    ['Tetris', 'x'],
    ['', 'y'],
  ];
  expect(rowsToSend(tableOf(['Name', 'Secret'], rows), 'table', { Name: 'title' })).toEqual([{ title: 'Tetris' }, {}]);
  const theirs = tableOf(['Title', 'General Notes'], [['Tetris', 'x']]);
  expect(rowsToSend(theirs, 'howlongtobeat', {})).toEqual([{ Title: 'Tetris' }]);
  const many = Array.from({ length: 7 }, () => ({ title: 'x'.repeat(100) }));
  expect(inParts(many, { rows: 3, bytes: 10_000 }).map(({ from, rows }) => [from, rows.length])).toEqual([
    [1, 3],
    [4, 3],
    [7, 1],
  ]);
  expect(inParts(many, { rows: 9, bytes: 700 }).map(({ from }) => from)).toEqual([1, 3, 5, 7]);
});

const sent = (column: string, field: 'hours_played' | 'rating' | 'date_added' | 'guid', cells: readonly string[]) =>
  rowsToSend(
    tableOf(
      [column],
      cells.map((cell) => [cell]),
    ),
    'table',
    { [column]: field },
  ).map((row) => row[field]);

test.each([
  ['decimal commas', ['12,5', '1.234', '1.234,5', '8', '1,234 h'], ['12.5', '1234', '1234.5', '8', '1.23 h']],
  ['decimal points', ['12.5', '1,234', '1,234.5', '1.234'], ['12.5', '1234', '1234.5', '1.23']],
  ['both', ['12.5', '12,5', '1.234'], ['12.5', '12,5', '1.234']],
  ['neither', ['12', '1.234'], ['12', '1.234']],
])('sends unambiguous numbers for a column with %s', (_, cells, numbers) => {
  expect(sent('Hours', 'hours_played', cells)).toEqual(numbers);
});

test('finds the decimal comma in another number column', () => {
  const table = tableOf(['h', 'r'], [['1.234', '8,5']]);
  expect(rowsToSend(table, 'table', { h: 'hours_played', r: 'rating' })).toEqual([
    { hours_played: '1234', rating: '8.5' },
  ]);
});

test.each([
  ['days first', ['03/04/2024', '31/12/2023 15:04'], ['2024-04-03', '2023-12-31 15:04']],
  ['months first', ['3/4/2024 1:02:03 PM', '12/31/23'], ['2024-03-04 1:02:03 PM', '2023-12-31']],
  ['both', ['03/04/2024', '31/12/2023', '12/31/2023'], ['03/04/2024', '31/12/2023', '12/31/2023']],
  ['neither', ['03/04/2024', '20-05-31'], ['03/04/2024', '20-05-31']],
])('sends unambiguous dates for a column with %s', (_, cells, dates) => {
  expect(sent('Added', 'date_added', cells)).toEqual(dates);
});

test('sends unambiguous dates for a known source', () => {
  const rows = [
    ['3/4/2024', '3/4/2024'],
    ['a', '3/20/2015'],
  ];
  expect(rowsToSend(tableOf(['Name', 'Added'], rows), 'playnite', {})).toEqual([
    { Name: '3/4/2024', Added: '2024-03-04' },
    { Name: 'a', Added: '2015-03-20' },
  ]);
});

test.each([
  ['IGDB ID', 'igdb-72'],
  ['Steam AppID', 'steam-72'],
  ['App ID', 'steam-72'],
  ['guid', '72'],
])('sends the number in column %s as %s', (column, id) => {
  expect(sent(column, 'guid', ['72', 'own-1'])).toEqual([id, 'own-1']);
});

test('sends user-defined lists after the recognized columns, up to the cell limit', () => {
  const own = Array.from({ length: 80 }, (_, at) => `List ${at}`);
  const columns = ['Title', 'Storefront', 'Column 3', ...own, 'Completed'];
  const rows = [['Tetris', 'Steam', 'x', ...own.map((_, at) => (at === 1 ? '' : 'X')), 'X']];
  const [row = {}] = rowsToSend(tableOf(columns, rows), 'howlongtobeat', {});
  expect(Object.keys(row).slice(0, 5)).toEqual(['Title', 'Completed', 'List 0', 'List 2', 'List 3']);
  expect(Object.keys(row)).toHaveLength(60);
});

test('sends the accompanying data of our own export in order of creation', () => {
  const file = {
    format: 'nightshelf',
    entries: [{ title: '=1', guid: 'igdb-1', status: 'playing', tags: ['a|b'], rating: null, is_shared: false }],
    playthroughs: [
      { id: 'two', guid: 'igdb-1', game: 'x', hours: 2 },
      { id: 'one', guid: 'igdb-1' },
    ],
    sessions: [{ guid: 'igdb-1', day: '2026-03-01', minutes: 30, note: null, playthrough_id: 'two', counts: true }],
    lists: [{ name: 'Top', description: null, games: [{ guid: 'igdb-1', name: 'x', note: 'First' }] }],
  };
  const read = readTable(utf8(JSON.stringify(file)));
  if ('fault' in read) throw new Error(read.fault);
  expect(guessSource(read.table.columns)).toBe('nightshelf');
  const [row] = rowsToSend(read.table, 'nightshelf', {});
  expect(row).toEqual({ title: "'=1", guid: 'igdb-1', status: 'playing', tags: 'a\\|b', is_shared: 'false' });
  expect(read.parts).toEqual([
    { kind: 'playthrough', ref: 'one', guid: 'igdb-1' },
    { kind: 'playthrough', ref: 'two', guid: 'igdb-1', hours: 2 },
    { kind: 'session', guid: 'igdb-1', day: '2026-03-01', minutes: 30, note: null, playthrough: 'two' },
    { kind: 'list', ref: '0', name: 'Top', description: null },
    { kind: 'listed', list: '0', guid: 'igdb-1', note: 'First' },
  ]);
});
