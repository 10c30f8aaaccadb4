import { plural } from '../../lib/format.ts';

export const historyPageTexts = {
  title: 'Time Machine',
  description: 'Your vault as it was at the end of any day. What you have removed since can be brought back.',
  anyDay: 'Any day',
  changes: 'Recent changes',
  changesDescription: 'What was done to your vault, on any device, the newest first.',
  toVault: 'Your vault',
  day: 'Day',
  slider: 'Go to a day',
  today: 'Today',
  on: (day: string, games: number) => `${plural(games, 'game')} on ${day}`,
  loading: (day: string) => `Going back to ${day}...`,
  failed: 'Your vault of that day could not be loaded.',
  retry: 'Try again',
  list: 'Games of that day',
  before: (day: string) =>
    `The history began on ${day}. Games that you had added before are shown as they were then, and those that you had removed are not known.`,
  nothingKept: 'You keep no history, so your games are shown as they are now. You can change that in your settings.',
  removedSince: 'Removed since',
  bringBack: 'Bring back',
  bringBackOf: (name: string) => `Bring back ${name}`,
  isBack: (name: string, day: string) => `${name} is back in your vault, as it was on ${day}.`,
  notBack: (name: string) => `${name} could not be brought back. Please try again.`,
  undo: 'Undo',
  empty: { title: 'Nothing yet', text: 'On that day there was no game in your vault.' },
};
