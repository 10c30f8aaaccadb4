/** The server's limit for a query, which the search box enforces. */
export const longestQuery = 200;

/** The server's limit for games in one local search response. */
export const longestAnswer = 50;

/** Number of stored and external games to request at first, and after each "more". */
export const reaches = [
  { stored: longestAnswer, external: 20 },
  { stored: 100, external: 50 },
  { stored: 100, external: 100 },
] as const;

/** Returns the query in the address, or an empty string. */
export const queryIn = (address: URLSearchParams): string =>
  (address.get('q') ?? '').trim().slice(0, longestQuery).toWellFormed();
