import { formatCount, plural } from '../../lib/format.ts';

export const listsTexts = {
  title: 'Your lists',
  description: 'Games from your vault in your own order.',
  toVault: 'Vault',
  loading: 'Loading your lists…',
  failed: 'Couldn’t load your lists.',
  notKept: 'You’re offline, and this page isn’t saved on this device.',
  newList: 'New list',
  count: (count: number) => plural(count, 'game'),
  empty: {
    title: 'No lists yet',
    text: 'Make a top ten, put a series in order, or collect games for the train.',
  },
  form: {
    make: 'New list',
    edit: 'Edit list',
    name: 'Name',
    nameHint: 'For example, “Top 10 of the decade”',
    noName: 'Give the list a name',
    description: 'Description',
    save: 'Save',
    submit: 'Create list',
    failed: 'Couldn’t save the list. Please try again.',
    changed: (name: string) =>
      `This list was changed on another device and is now called “${name}”. Save again to overwrite it.`,
  },
};

export const listTexts = {
  loading: 'Loading the list…',
  title: 'List',
  back: 'All lists',
  gone: { title: 'List Not Found', text: 'It may have been deleted on another device.' },
  failed: 'Couldn’t load the list.',
  notKept: listsTexts.notKept,
  games: 'Games in their order',
  add: 'Add games',
  edit: 'Edit list',
  remove: 'Delete list',
  removal: {
    title: 'Delete this list?',
    text: (name: string) => `This deletes “${name}” with its order and notes. The games stay in your vault.`,
    confirm: 'Delete list',
    failed: 'Couldn’t delete the list. Please try again.',
  },
  empty: {
    title: 'No games in this list yet',
    text: 'Add games from your vault here, or use “Add to list…” on any game.',
  },
  emptyVault: 'Your vault is empty. Add games to it before you build a list.',
  place: (name: string, place: number) => `${name}, place ${formatCount(place)}: move`,
  moveTo: {
    title: 'Move to another place',
    label: (count: number) => `Place, 1 to ${formatCount(count)}`,
    submit: 'Move',
  },
  notMoved: 'Couldn’t move the game. Please try again.',
  note: {
    add: 'Add a note',
    addTo: (name: string) => `Add a note to ${name}`,
    edit: (name: string) => `Edit note of ${name}`,
  },
  noteOf: (name: string) => `Note of ${name}`,
  noteHint: 'Enter saves, Shift+Enter starts a new line.',
  saveNote: 'Save',
  noteFailed: 'Couldn’t save the note. Please try again.',
  takeOut: (name: string) => `Remove ${name} from the list`,
  takenOut: (name: string) => `${name} removed from the list.`,
  notTakenOut: (name: string) => `Couldn’t remove ${name} from the list.`,
  undo: 'Undo',
  notChanged: 'Couldn’t change the list. Please try again.',
};
