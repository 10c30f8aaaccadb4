/** What a user may say of how they played, with the words for what they may not; free of schemas, so that a form can use it. */
export const minutesRule = {
  min: { value: 1, message: 'A session lasts at least a minute' },
  max: { value: 1440, message: 'A session lasts at most 24 hours' },
} as const;

/** Sessions of one day, of all games together. */
export const dayRule = {
  mostMinutes: 1440,
  most: 50,
  tooLong: 'A day has 24 hours, and your sessions of this day would be longer',
  tooMany: 'A day has at most 50 sessions',
  future: 'This day is still to come',
} as const;

/** Most characters of what is said about a session. */
export const mostOfNote = 1000;

export const playthroughRule = {
  /** Playthroughs of one game. */
  most: 50,
  /** Most characters of where the game is from. */
  copy: 60,
  /** Most characters of how far one came. */
  droppedAt: 120,
  backwards: 'A playthrough cannot end before it begins',
  notDropped: 'Only a dropped playthrough has a place where it was dropped',
} as const;

export const completions = ['story', 'extras', 'everything', 'dropped'] as const;

/** How far a playthrough went; null while it goes on. */
export type Completion = (typeof completions)[number] | null;

/** Whether a playthrough was played to an end: it counts among those that were finished. */
export const isFinished = (completion: Completion): boolean => completion !== null && completion !== 'dropped';

interface Said {
  readonly started_on: string | null;
  readonly ended_on: string | null;
  readonly completion: Completion;
  readonly dropped_at: string | null;
}

/** @returns what fields of a playthrough say against each other, by field; empty where they agree */
export function playthroughFaults({ started_on, ended_on, completion, dropped_at }: Said): Record<string, string[]> {
  // Days of this form are in order as texts are.
  const isBackwards = started_on !== null && ended_on !== null && ended_on < started_on;
  return {
    ...(isBackwards && { ended_on: [playthroughRule.backwards] }),
    ...(dropped_at && completion !== 'dropped' && { dropped_at: [playthroughRule.notDropped] }),
  };
}

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
