export const genres = [
  'action',
  'adventure',
  'arcade',
  'fighting',
  'horror',
  'platformer',
  'puzzle',
  'racing',
  'rpg',
  'sandbox',
  'shooter',
  'simulation',
  'sports',
  'strategy',
] as const;

export type Genre = (typeof genres)[number];

/** A game as the catalogue's files hold it: one a line. */
export interface Game {
  /** Giant Bomb's number: its guid is 3030-<id>. */
  readonly id: number;
  readonly name: string;
  readonly aliases: readonly string[];
  /** First release as YYYY, YYYY-MM or YYYY-MM-DD, as far as it is known; null while it is not announced. */
  readonly released: string | null;
  /** Abbreviations of platforms. */
  readonly platforms: readonly string[];
  /** E, E10, T, M, or null for an unrated game. */
  readonly esrb: string | null;
  readonly genre: Genre;
  readonly developer: string;
  /** Number of reviews by users. */
  readonly reviews: number;
  readonly popular: boolean;
  /** One sentence. */
  readonly deck: string;
  /** A few sentences of plain text. */
  readonly overview: string;
}

/** Giant Bomb's guid of a game. */
export const guidOf = (game: Game) => `3030-${game.id}`;

/** IGDB's number of a game. */
export const igdbIdOf = (game: Game) => game.id * 3 + 7;

/** Steam's number of a game. */
export const steamIdOf = (game: Game) => game.id * 10;

/** IGDB's name of a game's cover image. */
export const coverIdOf = (game: Game) => `co${game.id.toString(36)}`;
