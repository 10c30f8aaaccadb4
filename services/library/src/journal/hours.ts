/** What the hours of an entry are made of. */
export interface Hours {
  /** What the user typed last; null for none. */
  readonly typed: number | null;
  /** Of the sessions logged since, together. */
  readonly minutes: number;
}

/**
 * The hours that an entry shows: what was typed and all minutes logged since, to the nearest half hour, a quarter up. The sum is
 * rounded and never a part of it, so that three sessions of 20 minutes are an hour, and what is taken back leaves nothing behind.
 * @returns in steps of 0.5; null where nothing was typed and nothing logged
 */
export function shownHours({ typed, minutes }: Hours): number | null {
  return minutes === 0 ? typed : (typed ?? 0) + Math.round(minutes / 30) / 2;
}
