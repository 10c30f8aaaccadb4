import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { UnknownAction } from '@reduxjs/toolkit';
import { alertRaised } from '../alerts/slice.ts';
import { addRequested, libraryActions, removeRequested, restoreRequested, updateRequested } from './slice.ts';
import { type Change, isOfPart, isPlay, type PartChange, type PlaythroughChange } from './sync/change.ts';
import type { Refusal, Told } from './sync/outcome.ts';
import { playthroughBy } from './sync/playthroughs.ts';
import { savedBehind } from './sync/refuse-part.ts';
import { libraryTexts as texts } from './texts.ts';

interface Words {
  readonly actions: readonly UnknownAction[];
  /** Keys of changes to drop once the user is notified. */
  readonly dropped: readonly string[];
}

const say = (...actions: readonly UnknownAction[]): Words => ({ actions, dropped: [] });

const failure = (text: string, again: UnknownAction | null): UnknownAction =>
  alertRaised({ tone: 'error', text, ...(again && { action: { label: texts.retry, dispatches: again } }) });

/** Repeats the same intent. */
function sameAgain(change: Exclude<Change, PartChange>): UnknownAction {
  const meta = { key: change.key };
  if (change.kind === 'add') return { ...addRequested({ game: change.game, fields: change.fields }), meta };
  if (change.kind === 'update') return { ...updateRequested({ entry: change.base, changes: change.changes }), meta };
  if (change.kind === 'remove') return { ...removeRequested(change.base), meta };
  return { ...restoreRequested(change.base, change.changes), meta };
}

/** Returns the actions for the tab that made a change, by its outcome. */
export function wordsFor(told: Told, change: Change, saved: LibraryEntry | null): Words {
  if (change.together && told.kind !== 'conflict' && told.kind !== 'gone') return say();
  if (told.kind === 'failed') return wordsForFailure(told.change, told.refusal, saved);
  if (told.kind === 'conflict') {
    const { entry, changes, key } = told;
    return say(libraryActions.conflictFound({ entry, changes, keys: [key] }));
  }
  if (told.kind === 'gone') {
    const { entry, changes, key } = told;
    const action = { label: texts.putBack, dispatches: restoreRequested(entry, changes) };
    const alert = alertRaised({ tone: 'error', text: texts.removedElsewhere(entry.game.name), action });
    return { actions: [alert], dropped: change.waits ? [key] : [] };
  }
  // The user was told that the change is pending and has seen it applied.
  if (change.waits) return say();
  if (told.kind === 'added') return say(libraryActions.added(told.entry));
  if (told.kind !== 'removed') return say();
  const action = { label: texts.undo, dispatches: restoreRequested(told.entry) };
  return say(alertRaised({ tone: 'notice', text: texts.removed(told.entry.game.name), action }));
}

/** Asks the user about a rejected session or playthrough. */
function wordsForPart(change: PartChange, message: string): Words {
  if (!isPlay(change)) return wordsForPlaythrough(change, message);
  if (change.kind === 'unlog') return say(failure(texts.sessionNotRemoved, null));
  const { base: entry, key, asks } = change;
  const { why = 'refused', message: refusal = message } = asks ?? {};
  const { session } = change;
  const saved = savedBehind(change) as PlaySession | null;
  const play = { key, why, saved, session: change.kind === 'relog' ? { ...session, ...change.fields } : session };
  return say(libraryActions.conflictFound({ entry, changes: {}, keys: [key], refusal, play }));
}

function wordsForPlaythrough(change: PlaythroughChange, message: string): Words {
  if (change.kind === 'remove-playthrough') return say(failure(texts.playthroughNotRemoved, null));
  const { base: entry, key, asks, playthrough: before } = change;
  const { why = 'refused', message: refusal = message } = asks ?? {};
  const saved = savedBehind(change) as Playthrough | null;
  const said = playthroughBy(change).now ?? before;
  const playthrough = { key, why, saved, playthrough: said };
  return say(libraryActions.conflictFound({ entry, changes: {}, keys: [key], refusal, playthrough }));
}

function wordsForFailure(change: Change, { message, errors, mayPass }: Refusal, saved: LibraryEntry | null): Words {
  if (isOfPart(change)) return wordsForPart(change, message);
  const again = mayPass ? sameAgain(change) : null;
  switch (change.kind) {
    case 'add': {
      if (!change.waits) {
        return say(libraryActions.addFailed({ guid: change.guid, errors }), failure(message || texts.addFailed, null));
      }
      const alert = failure(texts.notAdded(change.game.name, message), sameAgain(change));
      return { actions: [alert], dropped: [change.key] };
    }
    case 'update': {
      if (!change.waits || !saved) return say(failure(texts.updateFailed, again));
      const { changes, key } = change;
      return say(libraryActions.conflictFound({ entry: saved, changes, keys: [key], refusal: message }));
    }
    case 'remove':
      return say(failure(texts.removeFailed, null));
    case 'restore':
      return say(failure(message || texts.restoreFailed, again));
  }
}

/** Returns the actions for a tab that finds an open question of an earlier visit. */
export function wordsForQuestion(change: Change, saved: LibraryEntry | null): Words {
  if (!change.asks) return say();
  const { why, changes, message = '' } = change.asks;
  const { key } = change;
  if (isOfPart(change)) return wordsForPart(change, message);
  if (why === 'gone' && change.kind === 'update')
    return wordsFor({ kind: 'gone', key, entry: change.base, changes }, change, saved);
  const refusal = { message, errors: {}, code: '', mayPass: false };
  if (why === 'refused' || !saved) return wordsForFailure(change, refusal, saved);
  return say(libraryActions.conflictFound({ entry: saved, changes, keys: [key] }));
}
