import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { UnknownAction } from '@reduxjs/toolkit';
import { alertRaised } from '../alerts/slice.ts';
import { addRequested, libraryActions, removeRequested, restoreRequested, updateRequested } from './slice.ts';
import { type Change, isOfPart, isOfSession, type Part, type PartChange, partOf } from './sync/change.ts';
import { type Notice, type Refusal, savedBehind } from './sync/settle.ts';
import { libraryTexts as texts } from './texts.ts';

/** How an outcome is shown. */
interface Shown {
  readonly actions: readonly UnknownAction[];
  /** Keys of changes to drop once the user is notified. */
  readonly dropped: readonly string[];
}

const show = (...actions: readonly UnknownAction[]): Shown => ({ actions, dropped: [] });

const failure = (text: string, again: UnknownAction | null): UnknownAction =>
  alertRaised({ tone: 'error', text, ...(again && { action: { label: texts.retry, dispatches: again } }) });

/** Repeats the same intent. */
function sameAgain(change: Exclude<Change, PartChange>): UnknownAction {
  const { base } = change;
  const meta = { key: change.key };
  if (change.call === 'addEntry') return { ...addRequested({ game: base.game, fields: change.body }), meta };
  if (change.call === 'updateEntry') return { ...updateRequested({ entry: base, changes: change.body }), meta };
  return { ...(change.call === 'removeEntry' ? removeRequested(base) : restoreRequested(base)), meta };
}

/** Returns the actions for the tab that made a change, by its outcome. */
export function noticeOf(notice: Notice, change: Change, saved: LibraryEntry | null): Shown {
  if (change.together && notice.kind !== 'conflict' && notice.kind !== 'gone') return show();
  if (notice.kind === 'failed') return noticeOfFailure(notice.change, notice.refusal, saved);
  const { entry } = notice;
  if (notice.kind === 'conflict') {
    return show(libraryActions.conflictFound({ entry, changes: notice.changes, keys: [notice.key] }));
  }
  if (notice.kind === 'gone') {
    const action = { label: texts.putBack, dispatches: restoreRequested(entry, notice.changes) };
    const alert = alertRaised({ tone: 'error', text: texts.removedElsewhere(entry.game.name), action });
    return { actions: [alert], dropped: change.waits ? [notice.key] : [] };
  }
  // The user knows that the change is pending and has seen it applied.
  if (change.waits) return show();
  if (notice.kind === 'added') return show(libraryActions.added(entry));
  if (notice.kind !== 'removed') return show();
  const action = { label: texts.undo, dispatches: restoreRequested(entry) };
  return show(alertRaised({ tone: 'notice', text: texts.removed(entry.game.name), action }));
}

/** Asks the user about a rejected session or playthrough. */
function noticeOfPart(change: PartChange, message: string): Shown {
  const { base: entry, key, asks, now } = change;
  if (!now) return show(failure(isOfSession(change) ? texts.sessionNotRemoved : texts.playthroughNotRemoved, null));
  const { why = 'refused', message: refusal = message } = asks ?? {};
  const part = { key, why, saved: savedBehind(change), now: partOf<Part>(change) };
  return show(libraryActions.conflictFound({ entry, changes: {}, keys: [key], refusal, part }));
}

function noticeOfFailure(change: Change, { message, errors, mayPass }: Refusal, saved: LibraryEntry | null): Shown {
  if (isOfPart(change)) return noticeOfPart(change, message);
  const again = mayPass ? sameAgain(change) : null;
  const { key, guid, base } = change;
  switch (change.call) {
    case 'addEntry': {
      if (!change.waits)
        return show(libraryActions.addFailed({ guid, errors }), failure(message || texts.addFailed, null));
      const alert = failure(texts.notAdded(base.game.name, message), sameAgain(change));
      return { actions: [alert], dropped: [key] };
    }
    case 'updateEntry': {
      if (!change.waits || !saved) return show(failure(texts.updateFailed, again));
      const conflict = { entry: saved, changes: change.body, keys: [key], refusal: message };
      return show(libraryActions.conflictFound(conflict));
    }
    case 'removeEntry':
      return show(failure(texts.removeFailed, null));
    case 'restoreEntry':
      return show(failure(message || texts.restoreFailed, again));
  }
}

/** Returns the actions for a tab that finds an open question of an earlier visit. */
export function noticeOfQuestion(change: Change, saved: LibraryEntry | null): Shown {
  if (!change.asks) return show();
  const { why, changes, message = '' } = change.asks;
  const { key, base } = change;
  if (isOfPart(change)) return noticeOfPart(change, message);
  if (why === 'gone' && change.call === 'updateEntry')
    return noticeOf({ kind: 'gone', key, entry: base, changes }, change, saved);
  const refusal = { message, errors: {}, code: '', mayPass: false };
  if (why === 'refused' || !saved) return noticeOfFailure(change, refusal, saved);
  return show(libraryActions.conflictFound({ entry: saved, changes, keys: [key] }));
}
