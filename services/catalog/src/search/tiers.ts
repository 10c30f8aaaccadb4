/** How a game was found. Of two matches of one stage the one with the lower number comes first. */
export const tiers = {
  /** The query is the name, is an alias, or begins the name; `known` for well-known games that begin so or have all words. */
  typed: { name: 0, alias: 1, known: 2, beginning: 3 },
  /** Every word of the query begins a word of the game. */
  everyWord: 4,
  /** The same with other spaces: "pacman", "star craft". */
  otherSpaces: 5,
  /** As `typed`, with misspelled words corrected. */
  corrected: { name: 6, alias: 7, known: 8, beginning: 9 },
  /** As `everyWord`, with misspelled words replaced by the likeliest correction. */
  everyCorrectedWord: 10,
  /** The same with any correction that is likely. */
  everyLikelyWord: 11,
  /** Words that only resemble those of the query. */
  similarWords: 12,
} as const;
