import { mostFavourites } from '@nightshelf/contracts/list-rules.ts';

export const favouriteTexts = {
  title: 'Favorites',
  hint: 'Up to five favorite games. Others only see favorites that are visible in your vault.',
  failed: 'Couldn’t load your favorites.',
  retry: 'Try again',
  loading: 'Loading your favorites…',
  choose: 'Choose a favorite',
  pick: 'Choose favorites',
  edit: 'Edit',
  editAll: 'Edit your favorites',
  done: 'Done',
  list: 'Your favorites in order',
  takeOut: (name: string) => `Remove ${name} from your favorites`,
  takenOut: (name: string) => `${name} removed from your favorites.`,
  undo: 'Undo',
  full: `You have ${mostFavourites} favorites, the maximum. Remove one to choose another.`,
  emptyVault: 'Your vault is empty. Add games to it before you choose favorites.',
  notChosen: 'Couldn’t save your favorites. Please try again.',
};
