/** What lists of games are bounded by. Without zod: the client has it, too. */
export const listRules = {
  /** Lists that a user may have at once. */
  lists: 100,
  /** Games of one list. */
  games: 10_000,
  /** Games of all lists of a user together; one that is in three lists is counted three times. */
  places: 50_000,
  /** Games that are added with one request. */
  addedAtOnce: 200,
  /** Characters. */
  name: 60,
  description: 1000,
  note: 500,
} as const;

/** Covers that stand for a list. */
export const coversOfList = 5;

/** Games that stand for their user on the profile. */
export const mostFavourites = 5;
