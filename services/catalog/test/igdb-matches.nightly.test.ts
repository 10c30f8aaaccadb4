import { expect, test } from 'vitest';
import { keys, type SmallCatalogue, startSmallCatalogue } from './small-catalogue.ts';

let catalog: SmallCatalogue;

/** Games that only IGDB has: their ids there are 3 * id + 7, and those at Steam 10 * id. */
const game = (id: number, name: string, released: string | null = '2015-05-05') => ({
  id,
  name,
  released,
  aliases: [],
  platforms: ['PC'],
  esrb: null,
  genre: 'action' as const,
  developer: 'Somebody',
  reviews: 10,
  popular: false,
  deck: '',
  overview: '',
});
const guidOf = (id: number) => `igdb-${id * 3 + 7}`;

const many = Array.from({ length: 500 }, (_, at) => game(700_000 + at, `Adventure of Hero ${at}`));

const start = (games = many, env: Readonly<Record<string, string>> = {}) =>
  startSmallCatalogue({ env: { ...keys.igdb, ...env }, simulator: { games } });

const requests = async () => (await catalog.calls('igdb')).map(({ path }) => path);

test('finds 500 names of one call in a few requests, and does not ask about them again', async () => {
  // Uses IGDB's real limits.
  catalog = await start(many, { PROVIDER_LIMIT_FACTOR: '1' });
  const { rows, retry_after_seconds } = await catalog.candidates(many.map(({ name }) => ({ title: name })));
  expect(rows.map(({ asked }) => asked)).toEqual(many.map(() => true));
  expect(rows.map(({ named }) => named[0]?.guid)).toEqual(many.map(({ id }) => guidOf(id)));
  expect(retry_after_seconds).toBeNull();
  const again = await catalog.candidates(many.map(({ name }) => ({ title: name, year: 2015 })));
  expect(again.rows.map(({ named }) => named.length)).toEqual(many.map(() => 1));
  expect(await requests()).toEqual(['/v4/games', '/v4/games']);
});

test('searches for unknown names ten per request, at most four requests per second', async () => {
  catalog = await start([], { PROVIDER_LIMIT_FACTOR: '1' });
  const rows = Array.from({ length: 60 }, (_, at) => ({ title: `Nothing is called so ${at}` }));
  const response = await catalog.candidates(rows);
  expect(response.rows.every(({ asked, named }) => asked && named.length === 0)).toBe(true);
  expect(await requests()).toEqual(['/v4/games', ...Array(6).fill('/v4/multiquery')]);
  const times = (await catalog.calls('igdb')).map(({ at }) => Date.parse(at));
  // Every fifth request comes at least a second later; the clocks of two processes differ by a few milliseconds.
  for (const [at, time] of times.slice(0, -4).entries()) expect((times[at + 4] ?? 0) - time).toBeGreaterThan(900);
});

test.each([
  ['by an exact name', 'Zorble'],
  ['whatever case and accents it has', 'ZÖRBLÉ'],
  ['with a year in brackets', 'Zorble (2019)'],
])('puts the game of that name first, %s', async (_, title) => {
  const games = [
    game(800_001, 'Zorble Craft'),
    game(800_002, 'Out of Zorble', '2019-01-01'),
    game(800_003, 'Zorble', '2019-08-27'),
    game(800_004, 'Zorble Ultimate', '2020-08-27'),
  ];
  catalog = await start(games);
  const { rows } = await catalog.candidates([{ title }]);
  expect(rows[0]?.named).toMatchObject([{ guid: guidOf(800_003), year: 2019, is_alias: false, is_whole: true }]);
});

test('returns both games that share a name, with their years', async () => {
  catalog = await start([game(800_010, 'Prey', '2006-07-11'), game(800_011, 'Prey', '2017-05-05')]);
  const { rows } = await catalog.candidates([{ title: 'Prey', year: 2017 }]);
  const years = Object.fromEntries(rows[0]?.named.map(({ guid, year }) => [guid, year]) ?? []);
  expect(years).toEqual({ [guidOf(800_010)]: 2006, [guidOf(800_011)]: 2017 });
});

test("prefers a game's Steam id to its name", async () => {
  catalog = await start([game(810_001, 'Prey', '2006-07-11'), game(810_002, 'Quite Another Name')]);
  const { rows } = await catalog.candidates([
    { title: 'Prey', id: 'steam-8100020' },
    { title: null, id: 'steam-8100010' },
    { title: 'Prey', id: 'steam-999' },
    { title: null, id: guidOf(810_002) },
  ]);
  expect(rows.map(({ by_id }) => by_id)).toEqual([guidOf(810_002), guidOf(810_001), null, guidOf(810_002)]);
  expect(rows[2]?.named.map(({ guid }) => guid)).toEqual([guidOf(810_001)]);
});

test('finds 500 Steam ids in a few requests', async () => {
  catalog = await start(many, { PROVIDER_LIMIT_FACTOR: '1' });
  const { rows } = await catalog.candidates(many.map(({ id }) => ({ title: `Row ${id}`, id: `steam-${id * 10}` })));
  expect(rows.map(({ by_id }) => by_id)).toEqual(many.map(({ id }) => guidOf(id)));
  expect(await requests()).toEqual(['/v4/external_games', '/v4/games', '/v4/external_games', '/v4/games']);
});

test.each(['Name "with" quotes', 'Back\\slash', 'Ends; limit 1', 'One) | (two', 'Brace } of {', '™®©', "L'Été"])(
  'finds the game called %s, and the others of its batch',
  async (name) => {
    catalog = await start([game(820_001, name), game(820_002, 'The Other One')]);
    const { rows } = await catalog.candidates([{ title: name }, { title: 'The Other One' }]);
    if (name !== '™®©') expect(rows[0]?.named.map(({ guid }) => guid)).toEqual([guidOf(820_001)]);
    expect(rows[1]?.named.map(({ guid }) => guid)).toEqual([guidOf(820_002)]);
    expect(rows.map(({ asked }) => asked)).toEqual([true, true]);
  },
);

test('reports when to resend rows beyond the request limit', async () => {
  catalog = await start(many);
  await catalog.fail('igdb', 'too-many');
  const { rows, retry_after_seconds } = await catalog.candidates([{ title: 'Adventure of Hero 1' }]);
  expect(rows[0]).toMatchObject({ asked: false, named: [] });
  expect(retry_after_seconds).toBeGreaterThan(0);
  await catalog.fail('igdb', 'none');
});
