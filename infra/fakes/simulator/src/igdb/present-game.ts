import { screenshotsOf, themesOf, timesToBeat } from '../catalogue/facts.ts';
import { coverIdOf, type Game, type Genre, igdbIdOf, steamIdOf } from '../catalogue/game.ts';
import { platformOf } from '../catalogue/platforms.ts';
import { seriesOf, similarTo } from '../catalogue/series.ts';
import { hash } from '../images/random.ts';

const genres: Readonly<Record<Genre, readonly [number, string]>> = {
  action: [25, "Hack and slash/Beat 'em up"],
  adventure: [31, 'Adventure'],
  arcade: [33, 'Arcade'],
  fighting: [4, 'Fighting'],
  horror: [31, 'Adventure'],
  platformer: [8, 'Platform'],
  puzzle: [9, 'Puzzle'],
  racing: [10, 'Racing'],
  rpg: [12, 'Role-playing (RPG)'],
  sandbox: [31, 'Adventure'],
  shooter: [5, 'Shooter'],
  simulation: [13, 'Simulator'],
  sports: [14, 'Sport'],
  strategy: [15, 'Strategy'],
};

/** Provider names that differ from our platform list. */
const names: Readonly<Record<string, string>> = {
  PC: 'PC (Microsoft Windows)',
  IPHN: 'iOS',
  IPAD: 'iOS',
  GEN: 'Sega Mega Drive/Genesis',
  SAT: 'Sega Saturn',
  X360: 'Xbox 360',
};

export const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const seconds = (released: string) => Date.parse(released) / 1000;

function platformsOf(game: Game) {
  const known = game.platforms.map(platformOf).filter(({ igdbId }) => igdbId !== null);
  const unique = new Map(known.map((platform) => [platform.igdbId, platform]));
  return [...unique.values()].map(({ igdbId, name, abbreviation }) => ({
    id: igdbId,
    name: names[abbreviation] ?? name,
    abbreviation,
  }));
}

type Resource = Readonly<Record<string, unknown>>;

/** Formats a picture with the address of its smallest size. */
const picture = (id: number, imageId: string, publicUrl: string) => ({
  id,
  image_id: imageId,
  url: `${publicUrl.replace(/^https?:/, '')}/igdb/image/upload/t_thumb/${imageId}.jpg`,
});

const cover = (game: Game, publicUrl: string) => ({
  ...picture(igdbIdOf(game) + 1_000_000, coverIdOf(game), publicUrl),
  width: 600,
  height: 800,
});

const listed = (games: readonly Game[], publicUrl: string): readonly Resource[] =>
  games.map((game) => ({
    id: igdbIdOf(game),
    name: game.name,
    slug: slugOf(game.name),
    ...(game.released ? { first_release_date: seconds(game.released) } : {}),
    cover: cover(game, publicUrl),
  }));

/** Formats a game's relations to other resources; absent ones are left out. */
function related(game: Game, publicUrl: string): Resource {
  const id = igdbIdOf(game);
  const series = seriesOf(game);
  const themes = themesOf(game).map(([, theme, name]) => ({ id: theme, name }));
  const company = hash(game.developer) % 20_000;
  const shots = Array.from({ length: screenshotsOf(game) }, (_, place) => ({
    ...picture(id * 10 + place, `${coverIdOf(game).replace(/^co/, 'sc')}_${place + 1}`, publicUrl),
    width: 1280,
    height: 720,
  }));
  return {
    ...(themes.length > 0 ? { themes } : {}),
    ...(shots.length > 0 ? { screenshots: shots } : {}),
    ...(series ? { collections: [{ id: series.id, name: series.name, games: listed(series.games, publicUrl) }] } : {}),
    involved_companies: [
      { id: id * 2, company: { id: company, name: game.developer }, developer: true, publisher: true },
    ],
    similar_games: listed(similarTo(game), publicUrl),
  };
}

/** Formats times to beat for the provider's API. */
export function presentTimes(game: Game): Resource | null {
  const times = timesToBeat(game);
  return times && { id: game.id, game_id: igdbIdOf(game), ...times };
}

/** Formats a game's Steam id. */
export const presentExternal = (game: Game): Resource => ({
  id: igdbIdOf(game) + 2_000_000,
  uid: String(steamIdOf(game)),
  external_game_source: 1,
  name: game.name,
  game: { id: igdbIdOf(game) },
});

/** Formats a complete game without unknown fields. Objects stand for references that a query can expand. */
function whole(game: Game, publicUrl: string): Resource {
  const id = igdbIdOf(game);
  const platforms = platformsOf(game);
  const [genreId, genre] = genres[game.genre];
  return {
    id,
    ...related(game, publicUrl),
    name: game.name,
    slug: slugOf(game.name),
    summary: `${game.deck} ${game.overview}`,
    url: `https://www.igdb.com/games/${slugOf(game.name)}`,
    game_type: 0,
    ...(game.released ? { first_release_date: seconds(game.released) } : {}),
    ...(game.reviews > 0 ? { total_rating_count: game.reviews, rating_count: game.reviews } : {}),
    ...(platforms.length > 0 ? { platforms } : {}),
    genres: [{ id: genreId, name: genre }],
    cover: cover(game, publicUrl),
    ...(game.aliases.length > 0
      ? { alternative_names: game.aliases.map((name, index) => ({ id: id * 10 + index, name })) }
      : {}),
  };
}

/** Returns the fields below `name`, without that prefix. */
const below = (name: string, fields: readonly string[]) =>
  fields.filter((field) => field.startsWith(`${name}.`)).map((field) => field.slice(name.length + 1));

/** Returns a value with the requested fields: a dotted field expands a reference, any other returns its id. */
function expand(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(item, fields));
  if (value === null || typeof value !== 'object') return value;
  const resource = value as Resource;
  if (fields.length === 0) return resource.id;
  const outer = fields.includes('*') ? Object.keys(resource) : fields.map((field) => field.split('.')[0] ?? field);
  const wanted = new Set(['id', ...outer]);
  return Object.fromEntries(
    Object.entries(resource)
      .filter(([name]) => wanted.has(name))
      .map(([name, inner]) => [name, expand(inner, below(name, fields))]),
  );
}

/** Returns a resource with the requested fields. */
export const only = (resource: Resource, fields: readonly string[]): Resource =>
  expand(resource, fields.length === 0 ? ['id'] : fields) as Resource;

/** Returns a game with the requested fields. */
export const presentGame = (game: Game, fields: readonly string[], publicUrl: string): Resource =>
  only(whole(game, publicUrl), fields);
