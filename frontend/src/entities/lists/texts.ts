import { plural } from '../../lib/format.ts';

export const listTexts = {
  addTo: 'Add to list…',
  addOne: (name: string) => `Add ${name} to a list`,
  title: (count: number) => (count === 1 ? 'Add to a list' : `Add ${plural(count, 'game')} to a list`),
  lists: 'Your lists',
  none: 'You have no lists yet. Create your first one:',
  loading: 'Loading your lists…',
  failed: 'Couldn’t load your lists.',
  waiting: (count: number) =>
    count === 1
      ? 'A game is still being added to your vault. You can add it to lists when that’s done.'
      : `${count} games are still being added to your vault. You can add them to lists when that’s done.`,
  count: (count: number) => plural(count, 'game'),
  isIn: (name: string, list: string) => `Added ${name} to ${list}.`,
  isOut: (name: string, list: string) => `Removed ${name} from ${list}.`,
  added: (count: number, list: string) =>
    count === 0 ? `These games are already in ${list}.` : `${plural(count, 'game')} added to ${list}.`,
  notChanged: 'Couldn’t change the list. Please try again.',
  notPutBack: 'Couldn’t restore the game to the list.',
  newName: 'Name of a new list',
  make: 'Create list',
  notMade: 'Couldn’t create the list. Please try again.',
  open: 'Open your lists',
};
