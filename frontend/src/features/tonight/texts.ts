import { durationOf } from '../../entities/game/durations.ts';
import { formatShortDay } from '../../entities/plays/days.ts';
import { formatMinutes } from '../../entities/plays/texts.ts';
import { formatDay, formatOneDecimal, plural } from '../../lib/format.ts';
import type { Kind } from './suggest.ts';

const kinds: Readonly<Record<Kind, string>> = { finish: 'Finish', continue: 'Go on with', begin: 'Begin' };

export const tonightTexts = {
  title: 'Tonight',
  description: 'Three of your games for the time you have, and when you finish each.',
  wish: 'What tonight has room for',
  minutes: 'Minutes',
  time: 'How long',
  quick: (minutes: number) => durationOf(minutes * 60),
  minutesNeeded: 'Say how many minutes, from 5 to 1440',
  platform: 'Platform',
  anyPlatform: 'Any platform',
  loading: 'Looking through your vault...',
  suggestions: 'Suggestions',
  shown: (from: number, to: number, count: number) => `${from} to ${to} of ${plural(count, 'game')}`,
  more: 'Another three',
  again: 'From the first again',
  kinds,
  start: 'Start playing',
  progress: (hours: number, story: string) => `${formatOneDecimal(hours)} h of about ${story} played`,
  waits: (since: string) => `Wanted since ${formatDay(since)}`,
  story: (time: string) => `the story takes about ${time}`,
  pace: (week: number, evening: number) =>
    `You play about ${durationOf(week * 60)} in a week and ${durationOf(evening * 60)} in an evening: the median of the last eight weeks, of those in which you logged a session. Dates hold if you play nothing else.`,
  noPace: (minutes: number) =>
    `No session of the last eight weeks is in your journal, so an evening counts as ${formatMinutes(minutes)}, and there are no dates.`,
  noTimes: 'No playing times are known: showing what waits longest.',
  nothing: {
    title: 'Nothing waits to be played',
    text: 'Games that you want to play or are playing are suggested here.',
    action: 'Browse games',
  },
  noneOn: {
    title: (platform: string) => `Nothing waits on ${platform}`,
    text: 'Games without a platform of their own count for each that they are for.',
    action: 'Any platform',
  },
};

/** Estimate of when a game is finished. */
interface Prospect {
  readonly kind: Kind;
  /** Minutes of the story left; 0 past its end, null when unknown. */
  readonly left: number | null;
  readonly hasBegun: boolean;
  readonly evenings: number;
  /** Estimated finish day; null without a pace. */
  readonly by: string | null;
}

/** Returns why a game is suggested and when it would be finished. */
export function reasonOf({ kind, left, hasBegun, evenings, by }: Prospect): string {
  if (left === null) {
    return hasBegun ? 'You have begun it; how long it takes is not known.' : 'How long it takes is not known.';
  }
  if (left === 0) return 'You have played longer than the story takes most players.';
  const time = durationOf(left * 60);
  if (kind === 'finish') {
    return `Finishable tonight: ${hasBegun ? `about ${time} of the story left` : tonightTexts.story(time)}.`;
  }
  const count = `About ${plural(evenings, 'evening')}${hasBegun ? ' left' : ''}`;
  return by === null ? `${count}.` : `${count} at your pace: by ${formatShortDay(by)}.`;
}
