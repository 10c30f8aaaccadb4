import type { VaultAction } from '@nightshelf/contracts/entry-history.ts';
import { formatCount, plural } from '../../../lib/format.ts';

export const changesTexts = {
  list: 'Changes to your vault, newest first',
  loading: 'Loading changes…',
  failed: 'Couldn’t load your changes.',
  more: 'Show earlier changes',
  empty: (day: string) => `No changes since your history started on ${day}.`,
  nothingKept: 'History is off, so there are no changes to show. You can turn it on in your settings.',
  names: (names: readonly string[], more: number) =>
    more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : names.join(', '),
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  undone: 'Undone',
  toImport: 'Import',
  toJournal: 'Journal',
  notUndone: 'Couldn’t undo this. Please try again.',
  isUndone: (what: string) => `Undone: ${what}.`,
};

const statusVerbs: Readonly<Record<string, string>> = { completed: 'Completed', dropped: 'Dropped' };

/** Returns the verb for a status change of several games, if the status has one. */
function statusVerb({ games, changes: [change, other] }: VaultAction): string | undefined {
  return games > 1 && change?.field === 'status' && !other ? statusVerbs[String(change.to)] : undefined;
}

/** Returns whether the words cover every change. */
export const saysStatus = (action: VaultAction): boolean => statusVerb(action) !== undefined;

/** Returns a verb such as Completed, or null for a mixed action. */
export function verbOf(action: VaultAction): string | null {
  const { games, added, changed, removed } = action;
  if (added === games && changed + removed === 0) return 'Added';
  if (removed === games && added + changed === 0) return 'Removed';
  if (changed === games && added + removed === 0) return statusVerb(action) ?? 'Changed';
  return null;
}

/** Returns a summary such as `Completed 10 games`, or `2 games added, 3 changed` for a mixed action. */
export function inWords(action: VaultAction): string {
  const { games, added, changed, removed, first } = action;
  const verb = verbOf(action);
  if (verb !== null) return `${verb} ${games === 1 && first[0] ? first[0].name : plural(games, 'game')}`;
  const parts = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
  if (parts.length === 0) return plural(games, 'game');
  return parts
    .map(([word, count], at) => `${at === 0 ? plural(count, 'game') : formatCount(count)} ${word}`)
    .join(', ');
}

/** Explains what an undo left unchanged, and why. */
export function whatStays({ games, removed, first }: VaultAction, stayed: number, undone: number): string {
  const since = (them: string) => (removed > 0 ? `you added ${them} again since.` : `you changed ${them} since.`);
  if (games === 1 && first[0]) return `${first[0].name} stays as it is: ${since('it')}`;
  const which = `${undone === 0 ? 'All' : formatCount(stayed)} of ${plural(stayed + undone, 'game')}`;
  return stayed === 1 ? `${which} stays as it is: ${since('it')}` : `${which} stay as they are: ${since('them')}`;
}
