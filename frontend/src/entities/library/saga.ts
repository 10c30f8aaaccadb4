import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, eventChannel } from 'redux-saga';
import {
  actionChannel,
  call,
  fork,
  put,
  race,
  type SagaGenerator,
  select,
  take,
  takeEvery,
  takeLatest,
} from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { takeFirstGames } from '../device/first-games.ts';
import { openDevice } from '../device/open-device.ts';
import { type Message, openTabs } from '../device/tabs.ts';
import { readLastUser } from '../session/last-user.ts';
import { selectVaultOwner } from '../session/selectors.ts';
import { signedIn, signedOut, verified } from '../session/slice.ts';
import { askWhenWanted } from './ask-server.ts';
import { noteFirst, showFirst } from './begin.ts';
import { type Context, commit, letGo, openContext, show, want } from './context.ts';
import { selectConfirmed, selectLibrary, selectQueue } from './selectors.ts';
import { sendWhenWanted } from './send-changes.ts';
import { libraryActions, libraryNeeded, librarySlice } from './slice.ts';
import { isNew } from './sync/delta.ts';
import { joinAll } from './sync/join.ts';
import { requestTypes, takeRequest } from './take-requests.ts';
import { wordsForQuestion } from './words.ts';

/** Talks to the server for as long as this tab is the leader. */
function* lead(context: Context): SagaGenerator<void> {
  const wasLed = yield* call(context.tabs.lead.take);
  if (wasLed) {
    yield* show(context, yield* call(context.device.read));
    // The previous leader may not have finished the other tabs' requests.
    context.asks.put(true);
  }
  const joining = joinAll(yield* select(selectQueue));
  if (isNew(joining)) yield* commit(context, joining);
  // New changes may be merged into pending ones only from now on.
  context.leads = true;
  // Pending changes of an earlier visit are sent once the server has responded.
  const queue = yield* select(selectQueue);
  if (queue.some(({ waits }) => waits)) {
    context.unreached = true;
    want(context, 'ask');
  }
  yield* race([call(context.tabs.lead.untilLost), call(askWhenWanted, context), call(sendWhenWanted, context)]);
  // The new leader continues the requests in flight with the same keys.
  context.leads = false;
  context.unreached = false;
  context.busy.clear();
}

function* leadInTurn(context: Context): SagaGenerator<void> {
  while (true) yield* lead(context);
}

function* hear(context: Context, { to, actions = [], wanted, forgotten }: Message): SagaGenerator<void> {
  if (to !== undefined && to !== context.tabs.own) return;
  // Drop this vault, but not changes that exist in this page only.
  if (forgotten && !context.letGo) yield* put(libraryActions.forgotten());
  for (const action of actions) {
    const delta = libraryActions.changed.match(action) ? action.payload : {};
    const { reached } = delta;
    if (isNew(delta)) context.changes += 1;
    // Another tab reached the server, so this tab is online again.
    if (reached) Object.assign(context, reached, { unreached: false });
    yield* put(action);
  }
  // Queue the request even while the leader changes: the next leader serves it.
  if (wanted) (wanted === 'ask' ? context.asks : context.sends).put(true);
}

/** Asks the open questions of an earlier visit. */
function* askAgain(context: Context): SagaGenerator<void> {
  for (const change of yield* select(selectQueue)) {
    const { actions, dropped } = wordsForQuestion(change, yield* select(selectConfirmed, change.guid));
    for (const action of actions) yield* put(action);
    if (dropped.length > 0) yield* commit(context, { dropped });
  }
}

/** Changes rejected while the session was unverified are still pending. */
function* sendAgain(context: Context): SagaGenerator<void> {
  yield* call(() => want(context, context.unreached && !context.asking ? 'ask' : 'send'));
}

/**
 * Serves one user's vault, from the start or from its first use.
 * @param before what a page still needed of the previous vault
 * @param isForgotten another tab removed the stored data of the previous vault
 */
function* serveVault(before: UnknownAction | null, isForgotten: boolean): SagaGenerator<void> {
  const requests = yield* actionChannel(requestTypes, buffers.expanding<UnknownAction>());
  let close = () => requests.close();
  try {
    let owner = (yield* select(selectVaultOwner))?.id;
    const begin = takeFirstGames(owner);
    const wanted = before ?? (owner ? null : yield* take(requests));
    if (wanted && libraryNeeded.match(wanted)) yield* put(libraryActions.loading());
    owner ??= (yield* select(selectVaultOwner))?.id;
    if (owner) yield* put(libraryActions.begun(owner));
    if (begin) yield* fork(safely(showFirst), begin);
    // Store nothing for a user whose session has ended, even if this page has not noticed yet.
    const opening = openDevice(isForgotten && readLastUser()?.id !== owner ? undefined : owner);
    close = () => {
      requests.close();
      opening.then((device) => device.close());
    };
    const device = yield* call(() => opening);
    // A tab without storage cannot apply the other tabs' deltas: it lacks their base.
    const tabs = openTabs(device.isDurable() ? owner : undefined);
    const heard = eventChannel<Message>((emit) => tabs.listen(emit), buffers.expanding());
    close = () => {
      for (const one of [requests, heard, tabs, device]) one.close();
    };
    const context = openContext(owner, device, tabs);
    const closeAll = close;
    close = () => {
      letGo(context);
      closeAll();
    };
    yield* show(context, yield* call(context.device.read));
    yield* takeLatest(libraryActions.firstShown.type, safely(noteFirst), context);
    yield* takeEvery(verified.type, safely(sendAgain), context);
    yield* fork(safely(askAgain), context);
    yield* fork(function* follow() {
      while (true) yield* call(safely(hear), context, yield* take(heard));
    });
    yield* fork(safely(leadInTurn), context);
    if (wanted) yield* call(safely(takeRequest), context, wanted);
    while (true) yield* call(safely(takeRequest), context, yield* take(requests));
  } finally {
    close();
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
