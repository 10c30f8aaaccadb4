import type { VaultAction } from '@nightshelf/contracts/entry-history.ts';
import { formatCount, plural } from '../../../lib/format.ts';

const listed = (names: readonly string[], more: number) =>
  more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : names.join(', ');

/** Returns text such as `2 games added, 3 changed`. */
function counted({ games, added, changed, removed }: VaultAction): string {
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const;
  const told = parts.filter(([count]) => count > 0);
  if (told.length === 0) return plural(games, 'game');
  return told.map(([count, word], at) => `${at === 0 ? plural(count, 'game') : formatCount(count)} ${word}`).join(', ');
}

interface Stays {
  readonly name: string | null;
  readonly stayed: number;
  readonly undone: number;
  /** What happened to the games after the action. */
  readonly action: 'added' | 'changed';
}

export const changesTexts = {
  list: 'Changes to your vault, newest first',
  loading: 'Loading changes...',
  failed: 'Couldn’t load your changes.',
  more: 'Show earlier changes',
  empty: (day: string) => `No changes since your history started on ${day}.`,
  nothingKept: 'History is off, so there are no changes to show. You can turn it on in your settings.',
  verbs: { added: 'Added', changed: 'Changed', removed: 'Removed', completed: 'Completed', dropped: 'Dropped' },
  games: (count: number) => plural(count, 'game'),
  counted,
  names: listed,
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  undone: 'Undone',
  toImport: 'Import',
  toJournal: 'Journal',
  notUndone: 'Couldn’t undo this. Please try again.',
  isUndone: (what: string) => `Undone: ${what}.`,
  /** Explains what an undo left unchanged. @param name name of the only game; null for several */
  stays: ({ name, stayed, undone, action }: Stays) =>
    name !== null
      ? `${name} stays as it is: you ${action} it${action === 'added' ? ' again' : ''} since.`
      : `${undone === 0 ? 'All' : formatCount(stayed)} of ${plural(stayed + undone, 'game')} ${stayed === 1 ? 'stays as it is' : 'stay as they are'}: you ${action} ${stayed === 1 ? 'it' : 'them'}${action === 'added' ? ' again' : ''} since.`,
};
