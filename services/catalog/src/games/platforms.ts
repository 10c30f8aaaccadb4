import type { GameDetails } from '@nightshelf/contracts/game-details.ts';
import type { Game, GamePlatform } from '@nightshelf/contracts/games.ts';
import { listedPlatformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import platforms from '@nightshelf/contracts/platforms/platforms.json' with { type: 'json' };
import list from './platform-codes.json' with { type: 'json' };

/** The names that other sources give a platform. */
interface PlatformCodes extends Readonly<Record<'igdb' | 'wikidata' | 'mame', readonly string[]>> {
  readonly id: number;
  /** Only for platforms for which sources list older games by mistake. */
  readonly launched: number | null;
}

const codes: readonly PlatformCodes[] = list;

const abbreviations = new Map(platforms.map(({ id, abbreviation }) => [id, abbreviation]));

export const platformOf = (id: number): GamePlatform => ({
  id,
  guid: `3045-${id}`,
  name: listedPlatformName(id),
  abbreviation: abbreviations.get(id) ?? null,
});

/** Returns our platform ids by the names that another source gives the platforms. */
export const platformIdsOf = (source: 'igdb' | 'wikidata' | 'mame'): ReadonlyMap<string, number> =>
  new Map(codes.flatMap(({ id, [source]: names }) => names.map((name) => [name, id] as const)));

/** Launch years of the platforms for which sources list older games by mistake. */
export const launchYears: ReadonlyMap<number, number> = new Map(
  codes.flatMap(({ id, launched }) => (launched === null ? [] : [[id, launched] as const])),
);

/** Default fields of a game with only a guid and a name. */
export const emptyGame: Omit<Game, 'guid' | 'name'> = {
  id: null,
  deck: null,
  original_release_date: null,
  image: null,
  image_url: null,
  platforms: [],
  description: null,
  aliases: null,
  number_of_user_reviews: 0,
  original_game_rating: null,
};

export const emptyDetails: GameDetails = {
  genres: [],
  themes: [],
  developers: [],
  publishers: [],
  screenshots: [],
  series: [],
  similar_games: [],
  times_to_beat: null,
};
