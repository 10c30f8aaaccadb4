import { durationOf } from '../../entities/game/durations.ts';
import { formatShortDay } from '../../entities/plays/days.ts';
import { formatMinutes } from '../../entities/plays/texts.ts';
import { formatDay, formatOneDecimal, plural } from '../../lib/format.ts';
import type { Finish } from './pace.ts';
import type { Kind, Suggestion } from './suggest.ts';

const kinds: Readonly<Record<Kind, string>> = { finish: 'Finish', continue: 'Continue', begin: 'Start' };

export const tonightTexts = {
  title: 'Tonight',
  description: 'Three games from your vault that fit the time you have.',
  wish: 'Your evening',
  minutes: 'Minutes',
  time: 'How long',
  quick: (minutes: number) => durationOf(minutes * 60),
  minutesNeeded: 'Enter 5 to 1440 minutes',
  platform: 'Platform',
  anyPlatform: 'Any platform',
  loading: 'Looking through your vault…',
  suggestions: 'Suggestions',
  shown: (from: number, to: number, count: number) => `${from} to ${to} of ${plural(count, 'game')}`,
  more: 'Show three more',
  again: 'Back to the first',
  kinds,
  start: 'Start playing',
  progress: (hours: number, story: string) => `${formatOneDecimal(hours)} h of about ${story} played`,
  waits: (since: string) => `Wanted since ${formatDay(since)}`,
  story: (time: string) => `the story takes about ${time}`,
  pace: (week: number, evening: number) =>
    `You play about ${durationOf(week * 60)} a week and ${durationOf(evening * 60)} an evening (median of the last eight weeks with sessions). Dates assume you play nothing else.`,
  noPace: (minutes: number) =>
    `Your journal has no sessions in the last eight weeks, so an evening counts as ${formatMinutes(minutes)} and finish dates are missing.`,
  noTimes: 'Game lengths are unknown, so the games you’ve wanted longest come first.',
  nothing: {
    title: 'Nothing to play yet',
    text: 'Games you want to play or are playing show up here.',
    action: 'Browse games',
  },
  noneOn: {
    title: (platform: string) => `Nothing to play on ${platform}`,
    text: 'Games without a chosen platform count for every platform they run on.',
    action: 'Any platform',
  },
};

interface Prospect extends Pick<Suggestion, 'kind' | 'left'>, Finish {
  readonly hasBegun: boolean;
}

/** Returns why a game is suggested and when it would be finished. */
export function reasonOf({ kind, left, hasBegun, evenings, by }: Prospect): string {
  if (left === null) {
    return hasBegun ? 'You’ve started it. Its length is unknown.' : 'Its length is unknown.';
  }
  if (left === 0) return 'You’ve played longer than most players need for the story.';
  const time = durationOf(left * 60);
  if (kind === 'finish') {
    return `Finishable tonight: ${hasBegun ? `about ${time} of the story left` : tonightTexts.story(time)}.`;
  }
  const count = `About ${plural(evenings, 'evening')}${hasBegun ? ' left' : ''}`;
  return by === null ? `${count}.` : `${count} at your pace: by ${formatShortDay(by)}.`;
}
