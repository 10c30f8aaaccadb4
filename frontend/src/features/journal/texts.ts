import { noonOf } from '../../entities/plays/days.ts';
import { formatMinutes } from '../../entities/plays/texts.ts';
import { plural } from '../../lib/format.ts';
import { lazily } from '../../lib/lazily.ts';

const month = lazily(() => new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }));

/** Formats a month in the user's locale, such as `March 2026`. */
export const formatMonth = (given: string): string => month().format(noonOf(`${given}-01`));

export const journalTexts = {
  title: 'Journal',
  documentTitle: (name: string) => `Journal, ${name}`,
  previous: (name: string) => `Previous month: ${name}`,
  next: (name: string) => `Next month: ${name}`,
  thisMonth: 'This month',
  total: (minutes: number, sessions: number) => `${formatMinutes(minutes)} in ${plural(sessions, 'session')}`,
  day: (name: string, minutes: number, sessions: number, game: string) =>
    `${name}: ${formatMinutes(minutes)} in ${plural(sessions, 'session')}, mostly ${game}`,
  list: 'Sessions of the month',
  loading: 'Loading your journal…',
  failed: 'Couldn’t load your journal.',
  notKept: 'You’re offline, and this month isn’t saved on this device.',
  more: 'Show earlier days',
  loadingMore: 'Loading…',
  empty: {
    title: 'Nothing played yet',
    text: 'Log a session on a game’s page, and it shows up here.',
    action: 'Open your vault',
  },
};
