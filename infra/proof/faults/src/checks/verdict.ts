export const faultsOfData = [
  'lost',
  'doubled',
  'older over newer',
  'condition',
  'wrong refusal',
  'unexplained',
] as const;

/** Something that must not be. */
export interface Verdict {
  readonly kind: (typeof faultsOfData)[number];
  /** The entry, or whatever else it is about. */
  readonly about: string;
  readonly says: string;
}
