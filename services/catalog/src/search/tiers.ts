/** How a game was found. Of two matches of one stage the one with the lower number comes first. */
export const tiers = {
  /** The query is the name, is an alias, or begins the name. */
  typed: { name: 0, alias: 1, beginning: 2 },
  /** Every word of the query begins a word of the game. */
  everyWord: 3,
  /** The same with other spaces: "pacman", "star craft". */
  otherSpaces: 4,
  /** As `typed`, with misspelt words corrected. */
  corrected: { name: 5, alias: 6, beginning: 7 },
  /** As `everyWord`, with misspelt words replaced by the likeliest correction. */
  everyCorrectedWord: 8,
  /** The same with any correction that is likely. */
  everyLikelyWord: 9,
  /** Words that only resemble those of the query. */
  similarWords: 10,
} as const;
