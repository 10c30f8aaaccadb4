export const faultsOfData = [
  /** An acknowledged version that the database has passed by or not reached; an entry gone that nobody removed; no follow. */
  'lost',
  /** More versions than intents; an entry that no addition answered with; a relation that turned more often than it was told. */
  'doubled',
  /**
   * A value that comes back; a call answered with an older version than somebody had been told before; an intent that took
   * effect after it was given up; a removed entry that is back; a shelf that shows a visitor an older state than before.
   */
  'older over newer',
  /** A change on condition of a version that made another than the next. */
  'condition',
  /** A 404 or 409 that nothing explains. */
  'wrong refusal',
  /** One version in two states, or made twice. */
  'unexplained',
] as const;

/** Something that must not be. */
export interface Verdict {
  readonly kind: (typeof faultsOfData)[number];
  /** The entry, or whatever else it is about. */
  readonly about: string;
  readonly says: string;
}
