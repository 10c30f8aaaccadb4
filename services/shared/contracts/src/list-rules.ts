/** Limits of lists of games. Without zod, because the client uses them too. */
export const listRules = {
  /** Lists of a user. */
  lists: 100,
  /** Games of one list. */
  games: 10_000,
  /** Games of all lists of a user together; a game in three lists counts three times. */
  places: 50_000,
  /** Games added with one request. */
  addedAtOnce: 200,
  /** Characters. */
  name: 60,
  description: 1000,
  note: 500,
} as const;

/** Covers that represent a list. */
export const coversOfList = 5;

/** Games on a user's profile. */
export const mostFavourites = 5;
