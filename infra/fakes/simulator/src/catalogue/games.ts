import { readFileSync } from 'node:fs';
import genreRows from './genres.json' with { type: 'json' };
import platformRows from './platforms.json' with { type: 'json' };

export type Genre = keyof typeof genreRows;

/** A game in the catalogue's files, one per line. */
export interface Game {
  /** Giant Bomb's id: its guid is 3030-<id>. */
  readonly id: number;
  readonly name: string;
  readonly aliases: readonly string[];
  /** First release as YYYY, YYYY-MM or YYYY-MM-DD, as far as known; null when not announced. */
  readonly released: string | null;
  /** Abbreviations of platforms. */
  readonly platforms: readonly string[];
  /** E, E10, T, M, or null for an unrated game. */
  readonly esrb: string | null;
  readonly genre: Genre;
  readonly developer: string;
  /** Number of user reviews. */
  readonly reviews: number;
  readonly popular: boolean;
  /** One sentence. */
  readonly deck: string;
  /** A few sentences of plain text. */
  readonly overview: string;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

interface GenreFacts {
  readonly giantbomb: Named;
  readonly igdb: Named;
  /** With their ids at Giant Bomb and IGDB. */
  readonly themes: readonly { readonly giantbomb: number; readonly igdb: number; readonly name: string }[];
  /** Hours for the main story; null for endless games. */
  readonly storyHours: number | null;
}

interface Platform extends Named {
  readonly abbreviation: string;
  readonly igdb: Named;
  /** Its item at Wikidata. */
  readonly wikidata?: string;
}

export const genres: Readonly<Record<Genre, GenreFacts>> = genreRows;

const byAbbreviation = new Map<string, Platform>(platformRows.map((row) => [row.abbreviation, row]));

/** Returns a game's platforms; throws RangeError when one does not exist. */
export const platformsOf = (game: Game): Platform[] =>
  game.platforms.map((abbreviation) => {
    const platform = byAbbreviation.get(abbreviation);
    if (!platform) throw new RangeError(`no platform is called ${abbreviation}`);
    return platform;
  });

const files = ['zelda', 'mario', 'final-fantasy', '1970s-and-1980s', '1990s', '2000s', '2010s', '2020s'] as const;

// Read rather than imported: the compiler would otherwise infer a type for every line.
const read = (name: string): Game[] => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));

/** All games of the simulated providers. */
export const catalogue: readonly Game[] = files.flatMap(read);

const byId = new Map(catalogue.map((game) => [game.id, game]));

/** Returns the game with this Giant Bomb id, if it exists. */
export const gameWithId = (id: number): Game | undefined => byId.get(id);

export const guidOf = (game: Game) => `3030-${game.id}`;

export const igdbIdOf = (game: Game) => game.id * 3 + 7;

export const steamIdOf = (game: Game) => game.id * 10;

/** Returns IGDB's name of a game's cover image. */
export const coverIdOf = (game: Game) => `co${game.id.toString(36)}`;

/** Returns the number of a game's screenshots. */
export const screenshotsOf = (game: Game): number => (game.released === null ? 0 : 4 + (game.id % 3));

/** Returns a text's 32-bit FNV-1a hash, the source of all made-up facts. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Returns the id of a game's developer at Giant Bomb and IGDB. */
export const developerIdOf = (game: Game) => hash(game.developer) % 20_000;

export interface Series extends Named {
  /** By release date; games without a date come last. */
  readonly games: readonly Game[];
}

/** Series that are recognized by a part of a game's name. */
const named = ['Zelda', 'Mario', 'Final Fantasy', 'Mega Man', 'Sonic', 'Metroid', 'Resident Evil', 'Metal Gear'];

/**
 * Returns a name without subtitle, number and year: `Mass Effect 2` and `Mass Effect: Andromeda` have the same stem.
 */
function stem({ name }: Game): string {
  const known = named.find((part) => name.includes(part));
  if (known) return known === 'Zelda' ? 'The Legend of Zelda' : known;
  return name
    .replace(/ \(\d{4}\)$/, '')
    .replace(/:.*$/, '')
    .replace(/ (\d+|[IVX]+)$/, '');
}

const dateOf = ({ released }: Game) => released ?? '9999';
const byRelease = (a: Game, b: Game) => dateOf(a).localeCompare(dateOf(b)) || a.id - b.id;

const series: readonly Series[] = [...Map.groupBy(catalogue, stem)]
  .filter(([, games]) => games.length > 1)
  .map(([name, games], index) => ({ id: 401 + index, name, games: games.toSorted(byRelease) }));

const ofGame = new Map(series.flatMap((each) => each.games.map((game) => [game.id, each] as const)));

/** Returns the game's series, unless the game is its only member. */
export const seriesOf = (game: Game): Series | undefined => ofGame.get(game.id);

export const seriesWithId = (id: number): Series | undefined => series.find((each) => each.id === id);

const similarGames = 8;

/** Returns games of other series in the same genre, well-known ones first. */
export function similarTo(game: Game): readonly Game[] {
  const own = seriesOf(game);
  const alike = catalogue.filter((other) => other.genre === game.genre && other !== game && seriesOf(other) !== own);
  return alike.toSorted((a, b) => b.reviews - a.reviews || a.id - b.id).slice(0, similarGames);
}
