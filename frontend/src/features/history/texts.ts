import { plural } from '../../lib/format.ts';

export const historyPageTexts = {
  title: 'Time Machine',
  description: 'See your vault as it was on any day, and restore games you removed since.',
  anyDay: 'Any day',
  changes: 'Recent changes',
  changesDescription: 'All changes to your vault from every device, newest first.',
  toVault: 'Your vault',
  day: 'Day',
  slider: 'Go to a day',
  today: 'Today',
  on: (day: string, games: number) => `${plural(games, 'game')} on ${day}`,
  loading: (day: string) => `Loading ${day}...`,
  failed: 'Couldn’t load your vault for that day.',
  retry: 'Try again',
  list: 'Games on that day',
  before: (day: string) =>
    `Your history starts on ${day}. Games added earlier appear as they were on that day; games removed earlier are missing.`,
  nothingKept: 'History is off, so your games appear as they are now. You can turn it on in your settings.',
  removedSince: 'Removed since',
  bringBack: 'Restore',
  bringBackOf: (name: string) => `Restore ${name}`,
  isBack: (name: string, day: string) => `${name} restored as it was on ${day}.`,
  notBack: (name: string) => `Couldn’t restore ${name}. Please try again.`,
  undo: 'Undo',
  empty: { title: 'Nothing yet', text: 'Your vault was empty on that day.' },
};
