import { plural } from '../../lib/format.ts';

export const listTexts = {
  addTo: 'Add to list…',
  addOne: (name: string) => `Add ${name} to a list`,
  title: (count: number) => (count === 1 ? 'Add to a list' : `Add ${plural(count, 'game')} to a list`),
  lists: 'Your lists',
  none: 'You have no list yet. Make the first one:',
  loading: 'Loading your lists...',
  failed: 'Your lists could not be loaded.',
  retry: 'Try again',
  waiting: (count: number) =>
    count === 1
      ? 'A game is still being added to your vault. It can be put into lists when that is done.'
      : `${count} games are still being added to your vault. They can be put into lists when that is done.`,
  count: (count: number) => plural(count, 'game'),
  isIn: (name: string, list: string) => `${name} is in ${list}.`,
  isOut: (name: string, list: string) => `${name} is no longer in ${list}.`,
  added: (count: number, list: string) =>
    count === 0 ? `They are in ${list} already.` : `${plural(count, 'game')} added to ${list}.`,
  notChanged: 'The list could not be changed. Please try again.',
  notPutBack: 'The game could not be put back into the list.',
  newName: 'Name of a new list',
  make: 'Make list',
  notMade: 'The list could not be made. Please try again.',
  open: 'Open your lists',
};
