/** Characters that the server searches for; the search box takes no more. */
export const longestQuery = 200;

/** Games that are asked for in one answer of the own search. */
export const longestAnswer = 50;

/** Games that are asked for at first, and each time that more are wanted: of those stored, and of the game database. */
export const reaches = [
  { stored: longestAnswer, external: 20 },
  { stored: 100, external: 50 },
  { stored: 100, external: 100 },
] as const;

/** What a search page's address asks for; empty when that is nothing. */
export const queryIn = (address: URLSearchParams): string =>
  (address.get('q') ?? '').trim().slice(0, longestQuery).toWellFormed();
