/** Rules for a user's input about playing, with their messages; free of schemas, so that forms can use them. */
export const minutesRule = {
  min: { value: 1, message: 'A session lasts at least a minute' },
  max: { value: 1440, message: 'A session lasts at most 24 hours' },
} as const;

/** All sessions of one day together. */
export const dayRule = {
  mostMinutes: 1440,
  most: 50,
  tooLong: 'Your sessions of this day would exceed 24 hours',
  tooMany: 'A day has at most 50 sessions',
  future: 'This day is in the future',
} as const;

/** Maximum characters of a session's note. */
export const mostOfNote = 1000;

export const playthroughRule = {
  /** Playthroughs of one game. */
  most: 50,
  /** Maximum characters of the game's origin. */
  copy: 60,
  /** Maximum characters of how far the user came. */
  droppedAt: 120,
  backwards: 'A playthrough cannot end before it begins',
  notDropped: 'Only a dropped playthrough has a place where it was dropped',
} as const;

export const completions = ['story', 'extras', 'everything', 'dropped'] as const;

/** How far a playthrough went; null while it continues. */
export type Completion = (typeof completions)[number] | null;

/** Returns whether a playthrough counts as finished. */
export const isFinished = (completion: Completion): boolean => completion !== null && completion !== 'dropped';

interface Fields {
  readonly started_on: string | null;
  readonly ended_on: string | null;
  readonly completion: Completion;
  readonly dropped_at: string | null;
}

/** @returns contradictions between the fields of a playthrough, by field; empty when there are none */
export function playthroughFaults({ started_on, ended_on, completion, dropped_at }: Fields): Record<string, string[]> {
  // Days in this form sort as texts.
  const isBackwards = started_on !== null && ended_on !== null && ended_on < started_on;
  return {
    ...(isBackwards && { ended_on: [playthroughRule.backwards] }),
    ...(dropped_at && completion !== 'dropped' && { dropped_at: [playthroughRule.notDropped] }),
  };
}

/** The components of an entry's hours. */
export interface Hours {
  /** The user's last direct input; null for none. */
  readonly typed: number | null;
  /** Minutes of all sessions logged since. */
  readonly minutes: number;
}

/**
 * Returns the hours that an entry shows: the typed hours plus all minutes logged since, rounded to the nearest half
 * hour (a quarter rounds up). Only the sum is rounded, so that three sessions of 20 minutes are an hour and a removed
 * session leaves nothing behind.
 * @returns in steps of 0.5; null without typed hours and sessions
 */
export function shownHours({ typed, minutes }: Hours): number | null {
  return minutes === 0 ? typed : (typed ?? 0) + Math.round(minutes / 30) / 2;
}
