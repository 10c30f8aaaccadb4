import { plural } from '../../../lib/format.ts';

/** Names listed one by one; beyond that, only a count. */
const mostNames = 5;

const namesOf = (names: readonly string[]): string => {
  const rest = names.length - mostNames;
  return rest > 0 ? `${names.slice(0, mostNames).join(', ')} and ${rest} more` : names.join(', ');
};

export const selectionTexts = {
  bar: 'Selected games',
  select: (name: string) => `Select ${name}`,
  count: (count: number, hidden: number) => `${count} selected${hidden > 0 ? `, ${hidden} not shown` : ''}`,
  status: 'Status',
  platform: 'Platform',
  share: 'Share',
  unshare: 'Stop sharing',
  remove: 'Remove',
  all: 'Select all',
  clear: 'Clear selection',
  retry: 'Try again',
  noPlatform: 'None',
  notListed: 'Not Listed',
  updated: (count: number, what: string) => `${plural(count, 'game')}: ${what}`,
  removed: (count: number) => `Removed ${plural(count, 'game')} from your vault.`,
  shared: 'shared',
  unshared: 'no longer shared',
  notUpdated: (names: readonly string[]) => `Failed to update ${plural(names.length, 'game')}: ${namesOf(names)}`,
  notRemoved: (names: readonly string[]) =>
    `Failed to remove ${plural(names.length, 'game')} from library: ${namesOf(names)}`,
  notRestored: (names: readonly string[]) =>
    `Failed to restore ${plural(names.length, 'game')} to your library: ${namesOf(names)}`,
};
