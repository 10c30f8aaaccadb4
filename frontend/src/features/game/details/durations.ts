import type { TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import { durationOf, storyOf } from '../../../entities/game/durations.ts';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.times;
const hour = 3600;

type Times = Omit<TimesToBeat, 'count'>;

/** `Main story about 12 h, everything 40 h`. */
export function timesSentence(times: Times): string {
  const story = storyOf(times);
  const parts = [
    ...(story === null ? [] : [`${texts.story} about ${durationOf(story)}`]),
    ...(times.completely === null ? [] : [`everything ${durationOf(times.completely)}`]),
  ];
  const [first = '', ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}

/** What is left of the story after that many hours, by the first of those who told; null where there is nothing to say. */
export function leftSentence(told: readonly (Times | null)[], hoursPlayed: number | null): string | null {
  const story = told.map((times) => times && storyOf(times)).find((seconds) => seconds !== null) ?? null;
  if (story === null || !hoursPlayed) return null;
  const left = story - hoursPlayed * hour;
  return left > 0 ? texts.left(durationOf(left)) : texts.past;
}

export interface Bar {
  readonly label: string;
  readonly time: string;
  /** Of the longest, 0 to 1. */
  readonly part: number;
}

/** What is known, the shortest first. */
export function barsOf({ hastily, normally, completely }: Times): readonly Bar[] {
  const known = [
    [texts.story, hastily],
    [texts.extras, normally],
    [texts.everything, completely],
  ] as const;
  const longest = Math.max(...known.map(([, seconds]) => seconds ?? 0));
  return known.flatMap(([label, seconds]) =>
    seconds === null ? [] : [{ label, time: durationOf(seconds), part: seconds / longest }],
  );
}
