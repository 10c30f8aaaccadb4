import type { TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import { durationOf, storyOf } from '../../../entities/game/durations.ts';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.times;
const hour = 3600;

type Times = Omit<TimesToBeat, 'count'>;

/** Returns a sentence such as `Main story about 12 h, everything 40 h`. */
export function timesSentence(times: Times): string {
  const story = storyOf(times);
  const parts = [
    ...(story === null ? [] : [`${texts.story} about ${durationOf(story)}`]),
    ...(times.completely === null ? [] : [`everything ${durationOf(times.completely)}`]),
  ];
  const [first = '', ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}

/** Returns the remaining story time, based on the first source that knows the story; null when there is none. */
export function leftSentence(sources: readonly (Times | null)[], hoursPlayed: number | null): string | null {
  const story = sources.map((times) => times && storyOf(times)).find((seconds) => seconds !== null) ?? null;
  if (story === null || !hoursPlayed) return null;
  const left = story - hoursPlayed * hour;
  return left > 0 ? texts.left(durationOf(left)) : texts.past;
}

export interface Bar {
  readonly label: string;
  readonly time: string;
  /** Fraction of the longest bar, 0 to 1. */
  readonly part: number;
}

/** Returns a bar for each known time, shortest first. */
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
