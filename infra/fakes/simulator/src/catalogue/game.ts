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

export const guidOf = (game: Game) => `3030-${game.id}`;

export const igdbIdOf = (game: Game) => game.id * 3 + 7;

export const steamIdOf = (game: Game) => game.id * 10;

/** Returns IGDB's name of a game's cover image. */
export const coverIdOf = (game: Game) => `co${game.id.toString(36)}`;
