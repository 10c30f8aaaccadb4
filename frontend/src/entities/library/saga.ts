import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, eventChannel } from 'redux-saga';
import { actionChannel, call, fork, put, race, type SagaGenerator, select, take, takeEvery } from 'typed-redux-saga';
import { newIntentKey } from '../../lib/intent-key.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { openDevice } from '../device/open-device.ts';
import { type Message, openTabs } from '../device/tabs.ts';
import { readLastUser } from '../session/last-user.ts';
import { selectVaultOwner } from '../session/selectors.ts';
import { signedIn, signedOut, verified } from '../session/slice.ts';
import {
  announceWaiting,
  type Context,
  commit,
  noteRequest,
  openContext,
  releasePage,
  requestLeader,
  show,
  warnUnkept,
} from './context.ts';
import { lead } from './leader.ts';
import { changedFields, isEmpty } from './merge-changes.ts';
import { selectLibrary, selectQueue } from './selectors.ts';
import { libraryActions, libraryChanged, libraryNeeded, librarySlice, type Requested } from './slice.ts';
import { type Change, isOfPart, isTemporary } from './sync/change.ts';
import { withChanges } from './sync/overlay.ts';
import { additionOf } from './sync/settle.ts';

/** Actions of the user and needs of a page. */
const requestTypes = [
  libraryNeeded.type,
  libraryChanged.type,
  libraryActions.requested.type,
  libraryActions.severalRequested.type,
  libraryActions.conflictSettled.type,
  libraryActions.conflictReopened.type,
];

type Made = Pick<Change, 'order' | 'tab' | 'together' | 'action'>;

function changesIn({ key, then, ...call }: Requested, made: Made, queue: readonly Change[]): readonly Change[] {
  const { base } = call;
  const { guid } = base;
  // The previous release recognizes a session by this field; delete it with the next release.
  const hours = call.call.endsWith('PlaySession') && { hours: { typed: null, minutes: 0 } };
  const change = { ...made, ...call, ...hours, key, guid } as Change;
  const last = queue.findLast((one) => one.guid === guid && !isOfPart(one));
  const isChosen = last?.call === 'addEntry' || last?.call === 'updateEntry';
  if (change.call === 'addEntry' && isChosen && isTemporary(last.base) && !last.asks) {
    // The game is being added already: the later choice wins.
    const added = withChanges(last.base, last.body);
    const body = changedFields(added, change.body);
    return isEmpty(body) ? [] : [{ ...made, call: 'updateEntry', key, guid, base: added, body }];
  }
  const isAdding = queue.some((one) => one.guid === guid && one.call === 'addEntry');
  // An entry that was removed before the server assigned its id is added anew.
  const isAnew = call.call === 'restoreEntry' && isTemporary(base) && !isAdding;
  const first = isAnew ? additionOf(change, key) : change;
  if (!then) return [first];
  const order = made.order + 1;
  return [first, { ...made, order, call: 'updateEntry', key: `${key}-then`, guid, base, body: then }];
}

function* enqueue(context: Context, requests: readonly Requested[], together = false): SagaGenerator<void> {
  const queue = yield* select(selectQueue);
  const several = together && { together, action: newIntentKey() };
  // Order this change after another tab's, even if that tab's clock was ahead.
  context.order = Math.max(context.order, queue.at(-1)?.order ?? 0);
  const queued = requests.flatMap((one) => {
    const order = Math.max(Date.now(), context.order + 1);
    const changes = changesIn(one, { order, tab: context.tabs.own, ...several }, queue);
    if (queue.some(({ key }) => key === changes[0]?.key)) return [];
    context.order = changes.at(-1)?.order ?? context.order;
    return changes;
  });
  if (queued.length === 0) return;
  yield* commit(context, { queued });
  if (context.unreached || navigator.onLine === false) {
    yield* warnUnkept(context);
    for (const change of queued) yield* announceWaiting(context, change);
  }
  requestLeader(context, 'send');
}

function* takeRequest(context: Context, action: UnknownAction): SagaGenerator<void> {
  const { status, keptAt, error } = yield* select(selectLibrary);
  if (libraryNeeded.match(action)) {
    if (context.pulling) return;
    const isFirst = !context.asked;
    context.asked = true;
    if (isFirst) yield* put(libraryActions.loading());
    if (isFirst || status !== 'ready' || keptAt !== null || error !== null) requestLeader(context, 'pull');
  } else if (libraryChanged.match(action)) {
    if (status === 'idle' || status === 'failed') return;
    const { entry_id, guid, version } = action.payload ?? {};
    requestLeader(context, entry_id && guid && version !== undefined ? { entry_id, guid, version } : 'pull');
  } else if (libraryActions.conflictSettled.match(action)) yield* commit(context, { dropped: action.payload });
  else if (libraryActions.conflictReopened.match(action)) yield* commit(context, { queued: action.payload });
  else if (libraryActions.severalRequested.match(action))
    yield* enqueue(
      context,
      action.payload.map(({ payload }) => payload),
      true,
    );
  else if (libraryActions.requested.match(action)) yield* enqueue(context, [action.payload]);
}

function* receive(context: Context, { to, actions = [], wanted, forgotten }: Message): SagaGenerator<void> {
  if (to !== undefined && to !== context.tabs.own) return;
  // Drop this vault, but not changes that exist in this page only.
  if (forgotten && !context.releasePage) yield* put(libraryActions.forgotten());
  for (const action of actions) {
    // Another tab reached the server, so this tab is online again.
    if (libraryActions.changed.match(action) && action.payload.reached)
      Object.assign(context, action.payload.reached, { unreached: false });
    yield* put(action);
  }
  if (wanted) noteRequest(context, wanted);
}

/** Changes rejected while the session was unverified are still pending. */
function* sendAgain(context: Context): SagaGenerator<void> {
  yield* call(() => requestLeader(context, context.unreached && !context.pulling ? 'pull' : 'send'));
}

/**
 * Serves one user's vault, from the start or from its first use.
 * @param before what a page still needed of the previous vault
 * @param isForgotten another tab removed the stored data of the previous vault
 */
function* serveVault(before: UnknownAction | null, isForgotten: boolean): SagaGenerator<void> {
  const requests = yield* actionChannel(requestTypes, buffers.expanding<UnknownAction>());
  const opened: { readonly close: () => void }[] = [requests];
  try {
    let owner = (yield* select(selectVaultOwner))?.id;
    const wanted = before ?? (owner ? null : yield* take(requests));
    if (wanted && libraryNeeded.match(wanted)) yield* put(libraryActions.loading());
    owner ??= (yield* select(selectVaultOwner))?.id;
    if (owner) yield* put(libraryActions.begun(owner));
    // Store nothing for a user whose session has ended, even if this page has not noticed yet.
    const opening = openDevice(isForgotten && readLastUser()?.id !== owner ? undefined : owner);
    opened.push({ close: () => opening.then((device) => device.close()) });
    const device = yield* call(() => opening);
    // A tab without storage cannot apply the other tabs' deltas: it lacks their base.
    const tabs = openTabs(device.isDurable() ? owner : undefined);
    const messages = eventChannel<Message>((emit) => tabs.listen(emit), buffers.expanding());
    const context = openContext(owner, device, tabs);
    opened.push(messages, tabs, { close: () => releasePage(context) });
    yield* show(context, yield* call(context.device.read));
    yield* takeEvery(verified.type, safely(sendAgain), context);
    yield* fork(function* follow() {
      while (true) yield* call(safely(receive), context, yield* take(messages));
    });
    yield* fork(safely(lead), context);
    if (wanted) yield* call(safely(takeRequest), context, wanted);
    while (true) yield* call(safely(takeRequest), context, yield* take(requests));
  } finally {
    for (const one of opened) one.close();
  }
}

/**
 * Waits until another user signs in, or the user signs out; one user's pending changes are never sent as another user.
 */
function* untilAnother(): SagaGenerator<void> {
  while (true) {
    const before = yield* select(selectVaultOwner);
    const action = yield* take([signedIn.type, signedOut.type, sessionExpired.type, verified.type]);
    const same = verified.match(action) && action.payload && (!before || action.payload.id === before.id);
    if (!same) return;
  }
}

/** Returns the request that a page still waits for, to repeat it. */
function* untilForgotten(): SagaGenerator<UnknownAction | null> {
  yield* take(libraryActions.forgotten.type);
  return (yield* select(selectLibrary)).status === 'loading' ? libraryNeeded() : null;
}

export function* librarySaga(): SagaGenerator<void> {
  let needed: UnknownAction | null = null;
  let isForgotten = false;
  while (true) {
    const over: { forgotten?: UnknownAction | null | undefined } = yield* race({
      served: call(safely(serveVault), needed, isForgotten),
      another: call(untilAnother),
      forgotten: call(untilForgotten),
    });
    isForgotten = 'forgotten' in over;
    needed = over.forgotten ?? null;
  }
}

export const libraryState: StateModule = { slice: librarySlice, saga: librarySaga };
