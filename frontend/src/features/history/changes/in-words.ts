import type { VaultAction } from '@nightshelf/contracts/entry-history.ts';
import { changesTexts as texts } from './texts.ts';

const { verbs } = texts;

/** Returns the verb for a status change of several games, if the status has one. */
function statusVerb({ changes }: VaultAction): string | undefined {
  const status = changes.length === 1 && changes[0]?.field === 'status' ? changes[0].to : undefined;
  return status === 'completed' || status === 'dropped' ? verbs[status] : undefined;
}

/** Returns whether the words cover every change. */
export const saysStatus = (action: VaultAction): boolean => action.games > 1 && statusVerb(action) !== undefined;

/** Returns a verb such as Completed, or null for a mixed action. */
export function verbOf(action: VaultAction): string | null {
  const { games, added, changed, removed } = action;
  if (added === games && changed + removed === 0) return verbs.added;
  if (removed === games && added + changed === 0) return verbs.removed;
  if (changed === games && added + removed === 0) return (games > 1 && statusVerb(action)) || verbs.changed;
  return null;
}

/** Returns a summary such as `Completed 10 games`. */
export function inWords(action: VaultAction): string {
  const verb = verbOf(action);
  if (verb === null) return texts.counted(action);
  const [only] = action.first;
  return `${verb} ${action.games === 1 && only ? only.name : texts.games(action.games)}`;
}

/** Explains what an undo left unchanged, and why. */
export function whatStays({ games, removed, first }: VaultAction, stayed: number, undone: number): string {
  const name = games === 1 ? (first[0]?.name ?? null) : null;
  return texts.stays({ name, stayed, undone, action: removed > 0 ? 'added' : 'changed' });
}
