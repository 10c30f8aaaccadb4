import type { EntryStep, HistoryCause } from '@nightshelf/contracts/entry-history.ts';

const causes: Readonly<Record<HistoryCause['kind'], string>> = {
  person: 'by you',
  token: 'with an API token',
  import: 'by an import',
  import_undone: 'by undoing an import',
  session: 'by a session',
  undo: 'by undoing its removal',
  history: 'by going back',
  action_undone: 'by undoing',
};

export const historyTexts = {
  open: 'History',
  openOf: (name: string) => `History of ${name}`,
  title: 'History',
  list: 'Changes, the newest first',
  loading: 'Loading the history...',
  failed: 'The history could not be loaded.',
  retry: 'Try again',
  more: 'Show earlier changes',
  kinds: { added: 'Added', changed: 'Changed', removed: 'Removed' } satisfies Record<EntryStep['kind'], string>,
  by: (by: HistoryCause | null) => (by ? causes[by.kind] : ''),
  asItIs: 'As it is now',
  back: 'Back to this',
  backTo: (time: string) => `Back to this, ${time}`,
  before: 'Before all of this',
  beforeText: (day: string) => `As it was when the history began, on ${day}.`,
  empty: (day: string) => `Nothing has changed since the history began, on ${day}.`,
  nothingKept: 'You keep no history. You can change that in your settings.',
  waits: 'This game is still being added to your vault.',
  done: (name: string, time: string) => `${name} is as it was on ${time}.`,
  doneFirst: (name: string) => `${name} is as it was when the history began.`,
  undo: 'Undo',
  notDone: 'It could not go back. Please try again.',
};
