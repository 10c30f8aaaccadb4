import type { TimesToBeat } from '@nightshelf/contracts';
import { formatCount } from '../../../lib/format.ts';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.times;
const hour = 3600;

/** Seconds as players say it: whole hours, half ones below ten, minutes below one. */
export function durationOf(seconds: number): string {
  if (seconds < hour) return `${Math.max(5, Math.round(seconds / 300) * 5)} min`;
  const hours = seconds / hour;
  if (hours >= 10) return `${formatCount(Math.round(hours))} h`;
  const halves = Math.round(hours * 2);
  return `${Math.floor(halves / 2)}${halves % 2 === 1 ? '½' : ''} h`;
}

/** What the main story takes, in seconds. */
const storyOf = ({ hastily, normally }: TimesToBeat): number | null => hastily ?? normally;

/** `Main story about 12 h, everything 40 h`. */
export function timesSentence(times: TimesToBeat): string {
  const story = storyOf(times);
  const parts = [
    ...(story === null ? [] : [`${texts.story} about ${durationOf(story)}`]),
    ...(times.completely === null ? [] : [`everything ${durationOf(times.completely)}`]),
  ];
  const [first = '', ...rest] = parts;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}

/** What is left of the story for whoever has played that many hours; null where there is nothing to say. */
export function leftSentence(times: TimesToBeat, hoursPlayed: number | null): string | null {
  const story = storyOf(times);
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
export function barsOf({ hastily, normally, completely }: TimesToBeat): readonly Bar[] {
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
