import { call, fork, put, type SagaGenerator, select, take } from 'typed-redux-saga';
import { ApiError, fieldMessagesOf, isUnjudged } from '../../lib/api-errors.ts';
import { sessionAfter } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { hopeOf } from '../../lib/waiting.ts';
import { loadConflictDialog } from '../conflict/load-conflict-dialog.ts';
import { readLastUser } from '../session/last-user.ts';
import { selectUser } from '../session/selectors.ts';
import { addEntry, entryNow, removeEntry, restoreEntry, updateEntry } from './api.ts';
import { type Context, commit, tellOne, tellUnkept, want } from './context.ts';
import { easePace, holdBack, isAway, isTooMany, restAfter, tryLater } from './pace.ts';
import { addPlaythrough, changePlaythrough, playthroughNow, removePlaythrough } from './playthrough-calls.ts';
import { selectConfirmed, selectQueue } from './selectors.ts';
import { changeSession, logSession, removeSession, sessionNow } from './session-calls.ts';
import { libraryActions } from './slice.ts';
import type { Attempt, Change } from './sync/change.ts';
import type { Outcome, Refusal, Response } from './sync/outcome.ts';
import { heldBack, plan, sendable, untold } from './sync/plan.ts';
import { postpone, settle } from './sync/settle.ts';
import { wordsFor } from './words.ts';

/** How many changes of different games are in flight at a time. */
const atOnce = 3;

/**
 * Sends the request of a change.
 * @throws ApiError, NetworkError
 */
function* make(attempt: Attempt, { guid, action }: Change, isKept: boolean): SagaGenerator<Response> {
  const sent = { key: attempt.key, isKept, action };
  switch (attempt.kind) {
    case 'add':
      return { kind: 'stored', entry: (yield* addEntry(guid, attempt.fields, sent)).user_game };
    case 'update': {
      const { id, changes, version } = attempt;
      return { kind: 'stored', entry: (yield* updateEntry(id, changes, version, sent)).user_game };
    }
    case 'remove':
      yield* removeEntry(attempt.id, sent);
      return { kind: 'stored', entry: null };
    case 'restore':
      return { kind: 'stored', entry: (yield* restoreEntry(attempt.id, sent)).user_game };
    case 'log': {
      const { user_game: entry, session } = yield* logSession(attempt.id, attempt.session, sent);
      return { kind: 'stored', entry, session };
    }
    case 'relog': {
      const { user_game: entry, session } = yield* changeSession(attempt.session, sent);
      return { kind: 'stored', entry, session };
    }
    case 'unlog':
      return { kind: 'stored', entry: (yield* removeSession(attempt.session.id, sent)).user_game };
    case 'add-playthrough': {
      const { playthrough } = yield* addPlaythrough(attempt.id, attempt.playthrough, sent);
      return { kind: 'stored', entry: null, playthrough };
    }
    case 'change-playthrough': {
      const { playthrough } = yield* changePlaythrough(attempt.playthrough, sent);
      return { kind: 'stored', entry: null, playthrough };
    }
    case 'remove-playthrough':
      yield* removePlaythrough(attempt.playthrough.id, sent);
      return { kind: 'stored', entry: null };
  }
}

function refusalIn(error: unknown): Refusal {
  const mayPass = isUnjudged(error);
  if (!(error instanceof ApiError)) return { message: '', errors: {}, code: 'unreached', mayPass };
  const session = sessionNow(error);
  const playthrough = playthroughNow(error);
  const { message, code } = error;
  return {
    message,
    errors: fieldMessagesOf(error),
    code,
    mayPass,
    ...(session && { session }),
    ...(playthrough && { playthrough }),
  };
}

function responseIn(error: unknown): Response {
  const entry = entryNow(error);
  return entry ? { kind: 'changed', entry } : { kind: 'refused', ...refusalIn(error) };
}

/** Commits the outcome of a change and notifies the tab that made it. */
function* conclude(context: Context, change: Change, { delta, told, asks }: Outcome): SagaGenerator<void> {
  // Load the dialog first: a conflict that cannot be shown would lose the change.
  if (told?.kind === 'conflict') yield* call(safely(fetchQuestion));
  const { at } = context;
  if (asks === 'whole') context.needsWhole = true;
  yield* commit(context, asks === 'whole' && at !== null ? { ...delta, reached: { at, cursor: null } } : delta);
  const saved = yield* select(selectConfirmed, change.guid);
  const { actions, dropped } = told ? wordsFor(told, change, saved) : { actions: [], dropped: [] };
  if (dropped.length > 0) yield* commit(context, { dropped });
  yield* tellOne(context, change.tab, actions);
  // The tab that made the change may be closed, so ask here as well; either tab can settle it.
  const isElsewhere = change.waits && change.tab !== context.tabs.own;
  for (const action of actions) if (isElsewhere && libraryActions.conflictFound.match(action)) yield* put(action);
  if (asks) want(context, 'ask');
}

function* fetchQuestion(): SagaGenerator<void> {
  yield* call(loadConflictDialog);
}

/** Keeps an undelivered change for later when the device can store it and the user did not give it up. */
function* putOff(context: Context, change: Change, error: unknown, isGivenUp: boolean): SagaGenerator<void> {
  const stays = change.waits || (isAway(error) && !isGivenUp && context.device.isDurable());
  if (!stays) {
    const told = { kind: 'failed', change: { ...change, waits: false }, refusal: refusalIn(error) } as const;
    return yield* conclude(context, told.change, { delta: { dropped: [change.key] }, told });
  }
  // Set this first, so that nothing else is sent while the queue is written.
  if (isTooMany(error)) yield* holdBack(context, change.kind, error);
  else yield* tryLater(context, error);
  yield* tellToWait(context, change);
}

function* tellToWait(context: Context, change: Change): SagaGenerator<void> {
  yield* conclude(context, { ...change, waits: false }, postpone(change));
}

/** Returns whether the change had an outcome. */
function* carry(context: Context, change: Change): SagaGenerator<boolean> {
  const { key, guid } = change;
  const planned = plan(change, yield* select(selectConfirmed, guid));
  if (!planned.attempt) {
    yield* conclude(context, change, planned);
    return true;
  }
  const sending = { ...change, sent: planned.attempt };
  if (!change.sent) yield* commit(context, { queued: [sending] });
  const hope = hopeOf();
  let response: Response;
  try {
    response = yield* make(planned.attempt, change, context.device.isDurable());
    if (!(yield* call(context.tabs.lead.isOurs))) return false;
  } catch (error) {
    // The change waits until its owner signs in again.
    if (sessionAfter(error)) return false;
    // The new leader has resent the change and handles that response.
    if (!(yield* call(context.tabs.lead.isOurs))) return false;
    if (isUnjudged(error)) {
      yield* putOff(context, sending, error, hope.aborted);
      return true;
    }
    response = responseIn(error);
  }
  const queue = yield* select(selectQueue);
  const saved = yield* select(selectConfirmed, guid);
  if (context.asking) context.touched.add(guid);
  yield* conclude(context, change, settle(queue.find((one) => one.key === key) ?? sending, saved, queue, response));
  return true;
}

function* carryOne(context: Context, change: Change): SagaGenerator<void> {
  let goesOn = false;
  try {
    goesOn = yield* carry(context, change);
  } finally {
    context.busy.delete(change.guid);
    if (goesOn) context.sends.put(true);
  }
}

/** Another tab may have signed in another user: never send one user's changes as the next user. */
function* isForOwner({ owner }: Context): SagaGenerator<boolean> {
  if (owner === undefined) return true;
  const user = yield* select(selectUser);
  const last = readLastUser();
  return user?.id === owner && (last === null || last.id === owner);
}

/** Sends pending changes: one at a time per game, a few games in parallel. */
export function* sendWhenWanted(context: Context): SagaGenerator<void> {
  while (true) {
    yield* take(context.sends);
    if (!(yield* call(context.tabs.lead.isOurs))) continue;
    if (context.unreached) {
      for (const change of untold(yield* select(selectQueue), context)) {
        yield* tellUnkept(context);
        yield* tellToWait(context, change);
      }
      continue;
    }
    if (!(yield* isForOwner(context))) continue;
    yield* easePace(context);
    for (const change of heldBack(yield* select(selectQueue), context)) yield* tellToWait(context, change);
    const ready = sendable(yield* select(selectQueue), context, atOnce);
    for (const change of ready) {
      context.busy.add(change.guid);
      yield* fork(safely(carryOne), context, change);
    }
    yield* restAfter(ready.length);
  }
}
