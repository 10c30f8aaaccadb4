import { mostFavourites } from '@nightshelf/contracts/list-rules.ts';

export const favouriteTexts = {
  title: 'Favourites',
  hint: 'Up to five games that stand for you. Others see those of them that they may see in your vault.',
  failed: 'Your favourites could not be loaded.',
  retry: 'Try again',
  loading: 'Loading your favourites...',
  choose: 'Choose a favourite',
  pick: 'Choose favourites',
  edit: 'Edit',
  editAll: 'Edit your favourites',
  done: 'Done',
  list: 'Your favourites in their order',
  takeOut: (name: string) => `Take ${name} out of your favourites`,
  takenOut: (name: string) => `${name} is no longer a favourite.`,
  undo: 'Undo',
  full: `These are ${mostFavourites}, as many as there is room for. Take one out to choose another.`,
  emptyVault: 'Your vault is empty: what you add to it can be a favourite.',
  notChosen: 'Your favourites could not be saved. Please try again.',
};
