import { formatCount, plural } from '../../lib/format.ts';

export const listsTexts = {
  title: 'Your lists',
  description: 'Games of your vault in an order of your own.',
  toVault: 'Vault',
  loading: 'Loading your lists...',
  failed: 'Your lists could not be loaded.',
  retry: 'Try again',
  newList: 'New list',
  count: (count: number) => plural(count, 'game'),
  empty: {
    title: 'No lists yet',
    text: 'A top ten, a series in its order, what to play on the train: a list is whatever you make of it.',
  },
  form: {
    make: 'New list',
    edit: 'Edit list',
    name: 'Name',
    nameHint: 'Such as “Top 10 of the decade”',
    noName: 'Give the list a name',
    description: 'Description',
    save: 'Save',
    submit: 'Make list',
    failed: 'The list could not be saved. Please try again.',
    changed: (name: string) =>
      `This list has been changed meanwhile; it is called “${name}” now. Save again to replace that.`,
  },
};

export const listTexts = {
  loading: 'Loading the list...',
  title: 'List',
  back: 'All lists',
  gone: { title: 'List Not Found', text: 'It may have been deleted on another device.' },
  failed: 'The list could not be loaded.',
  retry: 'Try again',
  games: 'Games in their order',
  add: 'Add games',
  edit: 'Edit list',
  remove: 'Delete list',
  removal: {
    title: 'Delete this list?',
    text: (name: string) => `“${name}” goes with its order and its notes. The games stay in your vault.`,
    confirm: 'Delete list',
    failed: 'The list could not be deleted. Please try again.',
  },
  empty: {
    title: 'No games in this list yet',
    text: 'Add games of your vault here, or with “Add to list…” where you see them.',
  },
  emptyVault: 'Your vault is empty: what you add to it can be put into lists.',
  place: (name: string, place: number) => `Place ${formatCount(place)} of ${name}: move to another place`,
  moveTo: {
    title: 'Move to another place',
    label: (count: number) => `Place, 1 to ${formatCount(count)}`,
    submit: 'Move',
  },
  notMoved: 'The game could not be moved. Please try again.',
  note: {
    add: 'Add a note',
    addTo: (name: string) => `Add a note to ${name}`,
    edit: (name: string) => `Edit note of ${name}`,
  },
  noteOf: (name: string) => `Note of ${name}`,
  noteHint: 'Enter saves, Shift and Enter begins a line, Escape cancels.',
  noteFailed: 'The note could not be saved. Please try again.',
  takeOut: (name: string) => `Take ${name} out of the list`,
  takenOut: (name: string) => `${name} is no longer in the list.`,
  notTakenOut: (name: string) => `${name} could not be taken out of the list.`,
  undo: 'Undo',
  notChanged: 'The list could not be changed. Please try again.',
};
