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
  list: 'Changes, newest first',
  loading: 'Loading history…',
  failed: 'Couldn’t load the history.',
  more: 'Show earlier changes',
  kinds: { added: 'Added', changed: 'Changed', removed: 'Removed' } satisfies Record<EntryStep['kind'], string>,
  by: (by: HistoryCause | null) => (by ? causes[by.kind] : ''),
  asItIs: 'Current',
  back: 'Restore this version',
  backTo: (time: string) => `Restore this version, ${time}`,
  before: 'Before these changes',
  beforeText: (day: string) => `As it was when your history started on ${day}.`,
  empty: (day: string) => `No changes since your history started on ${day}.`,
  nothingKept: 'History is off. You can turn it on in your settings.',
  waits: 'This game is still being added to your vault.',
  done: (name: string, time: string) => `${name} restored to ${time}.`,
  doneFirst: (name: string) => `${name} restored to the start of your history.`,
  undo: 'Undo',
  notDone: 'Couldn’t restore this version. Please try again.',
};
