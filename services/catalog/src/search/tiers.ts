/** How a game was found. Within a stage the lower number ranks first. */
export const tiers = {
  /**
   * The query is the name, an alias, or the beginning of the name; `known` for well-known games that begin with it or
   * contain all its words.
   */
  typed: { name: 0, alias: 1, known: 2, beginning: 3 },
  /** Every word of the query begins a word of the game. */
  everyWord: 4,
  /** The same with other spacings: "pacman", "star craft". */
  otherSpaces: 5,
  /** Like `typed`, with typos corrected. */
  corrected: { name: 6, alias: 7, known: 8, beginning: 9 },
  /** Like `everyWord`, with typos replaced by the likeliest correction. */
  everyCorrectedWord: 10,
  /** The same with any likely correction. */
  everyLikelyWord: 11,
  /** Words similar to those of the query. */
  similarWords: 12,
} as const;
