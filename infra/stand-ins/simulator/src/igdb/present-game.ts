import { coverIdOf, type Game, type Genre, igdbIdOf } from '../catalogue/game.ts';
import { platformOf } from '../catalogue/platforms.ts';

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

/** Names that the provider gives otherwise than our list of platforms does. */
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

/** Everything known of a game; what is not known is absent. Objects stand where a field may be expanded. */
function whole(game: Game, publicUrl: string): Resource {
  const id = igdbIdOf(game);
  const platforms = platformsOf(game);
  const [genreId, genre] = genres[game.genre];
  const image = coverIdOf(game);
  return {
    id,
    name: game.name,
    slug: slugOf(game.name),
    summary: `${game.deck} ${game.overview}`,
    url: `https://www.igdb.com/games/${slugOf(game.name)}`,
    game_type: 0,
    ...(game.released ? { first_release_date: seconds(game.released) } : {}),
    ...(game.reviews > 0 ? { total_rating_count: game.reviews, rating_count: game.reviews } : {}),
    ...(platforms.length > 0 ? { platforms } : {}),
    genres: [{ id: genreId, name: genre }],
    cover: {
      id: id + 1_000_000,
      image_id: image,
      url: `${publicUrl.replace(/^https?:/, '')}/igdb/image/upload/t_thumb/${image}.jpg`,
      width: 600,
      height: 800,
    },
    ...(game.aliases.length > 0
      ? { alternative_names: game.aliases.map((name, index) => ({ id: id * 10 + index, name })) }
      : {}),
  };
}

function expand(value: unknown, inner: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(item, inner));
  if (value === null || typeof value !== 'object') return value;
  const resource = value as Resource;
  if (inner.length === 0) return resource.id;
  if (inner.includes('*')) return resource;
  return {
    id: resource.id,
    ...Object.fromEntries(inner.filter((name) => name in resource).map((name) => [name, resource[name]])),
  };
}

/** A game with the fields asked for: a dot expands a reference, without one it is a bare id. */
export function presentGame(game: Game, fields: readonly string[], publicUrl: string): Resource {
  const all = whole(game, publicUrl);
  const outer = fields.includes('*') ? Object.keys(all) : fields.map((field) => field.split('.')[0] ?? field);
  const wanted = new Set(['id', ...outer]);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => wanted.has(name))
      .map(([name, value]) => {
        const inner = fields
          .filter((field) => field.startsWith(`${name}.`))
          .map((field) => field.slice(name.length + 1));
        return [name, expand(value, inner)];
      }),
  );
}
