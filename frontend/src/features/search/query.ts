/** Characters that the server searches for; the search box takes no more. */
export const longestQuery = 200;

/** Games that are asked for in one answer of the own search. */
export const longestAnswer = 50;

/** What a search page's address asks for; empty when that is nothing. */
export const queryIn = (address: URLSearchParams): string =>
  (address.get('q') ?? '').trim().slice(0, longestQuery).toWellFormed();
