import type { UnknownAction } from '@reduxjs/toolkit';
import { fieldMessagesOf, isUnjudged, messageOf } from '../../lib/api-errors.ts';
import { alertRaised } from '../alerts/slice.ts';
import { libraryActions, type Requested, restoreRequested } from './slice.ts';
import { type Change, isOfPart, isOfSession } from './sync/change.ts';
import type { Notice } from './sync/settle.ts';
import { libraryTexts as texts } from './texts.ts';

const failure = (text: string, again: UnknownAction | null): UnknownAction =>
  alertRaised({ tone: 'error', text, ...(again && { action: { label: texts.retry, dispatches: again } }) });

/** Repeats the same intent. */
const sameAgain = ({ call, key, base, ...change }: Change): UnknownAction =>
  libraryActions.requested({ call, key, base, ...('body' in change && { body: change.body }) } as Requested);

/** Returns the actions for the tab that made a change, by its outcome. */
export function noticeOf(notice: Notice, { together, waits }: Change): readonly UnknownAction[] {
  if (notice.kind === 'gone') {
    const { entry, changes } = notice;
    const action = { label: texts.putBack, dispatches: restoreRequested(entry, changes) };
    return [alertRaised({ tone: 'error', text: texts.removedElsewhere(entry.game.name), action })];
  }
  if (together) return [];
  if (notice.kind === 'failed') return noticeOfFailure(notice.change, notice.refusal);
  // The user knows that the change is pending and has seen it applied.
  if (waits) return [];
  const { kind, entry } = notice;
  if (kind === 'added') return [libraryActions.added(entry)];
  if (kind !== 'removed') return [];
  const action = { label: texts.undo, dispatches: restoreRequested(entry) };
  return [alertRaised({ tone: 'notice', text: texts.removed(entry.game.name), action })];
}

function noticeOfFailure(change: Change, refusal: unknown): readonly UnknownAction[] {
  if (isOfPart(change))
    return [failure(isOfSession(change) ? texts.sessionNotRemoved : texts.playthroughNotRemoved, null)];
  const message = messageOf(refusal, '');
  const again = isUnjudged(refusal) ? sameAgain(change) : null;
  const { guid, base, waits } = change;
  switch (change.call) {
    case 'addEntry':
      return waits
        ? [failure(texts.notAdded(base.game.name, message), sameAgain(change))]
        : [
            libraryActions.addFailed({ guid, errors: fieldMessagesOf(refusal) }),
            failure(message || texts.addFailed, null),
          ];
    case 'updateEntry':
      return [failure(texts.updateFailed, again)];
    case 'removeEntry':
      return [failure(texts.removeFailed, null)];
    case 'restoreEntry':
      return [failure(message || texts.restoreFailed, again)];
  }
}
