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

/** Speaks with the server, for as long as that is for this tab to do. */
function* lead(context: Context): SagaGenerator<void> {
  const wasLed = yield* call(context.tabs.lead.take);
  if (wasLed) {
    yield* show(context, yield* call(context.device.read));
    // What others wanted of the tab that led before may not have been done.
    context.asks.put(true);
  }
  const joining = joinAll(yield* select(selectQueue));
  if (isNew(joining)) yield* commit(context, joining);
  // Only now is what its user does joined to what waits.
  context.leads = true;
  // What waits since another visit goes when the server is known to be there.
  const queue = yield* select(selectQueue);
  if (queue.some(({ waits }) => waits)) {
    context.unreached = true;
    want(context, 'ask');
  }
  yield* race([call(context.tabs.lead.untilLost), call(askWhenWanted, context), call(sendWhenWanted, context)]);
  // What was on its way goes on in the tab that leads now, by the same keys.
  context.leads = false;
  context.unreached = false;
  context.busy.clear();
}

function* leadInTurn(context: Context): SagaGenerator<void> {
  while (true) yield* lead(context);
}

function* hear(context: Context, { to, actions = [], wanted, forgotten }: Message): SagaGenerator<void> {
  if (to !== undefined && to !== context.tabs.own) return;
  // Ends this vault; but for what is kept in this page alone.
  if (forgotten && !context.letGo) yield* put(libraryActions.forgotten());
  for (const action of actions) {
    const delta = libraryActions.changed.match(action) ? action.payload : {};
    const { reached } = delta;
    if (isNew(delta)) context.changes += 1;
    // There is a network, if this tab was without one.
    if (reached) Object.assign(context, reached, { unreached: false });
    yield* put(action);
  }
  // Also while the lead passes on: what is wanted is done by whoever has it then.
  if (wanted) (wanted === 'ask' ? context.asks : context.sends).put(true);
}

/** What was to be asked in an earlier visit. */
function* askAgain(context: Context): SagaGenerator<void> {
  for (const change of yield* select(selectQueue)) {
    const { actions, dropped } = wordsForQuestion(change, yield* select(selectConfirmed, change.guid));
    for (const action of actions) yield* put(action);
    if (dropped.length > 0) yield* commit(context, { dropped });
  }
}

/** What was refused while it was in doubt who is signed in waits still. */
function* sendAgain(context: Context): SagaGenerator<void> {
  yield* call(() => want(context, context.unreached && !context.asking ? 'ask' : 'send'));
}

/**
 * One user's vault: of whom it is known already from the start, else from when something of it is first wanted.
 * @param before what was wanted of the one before
 * @param isForgotten another tab has taken away what was kept of theirs
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
    // Nothing more is kept of somebody whose session is over here, though this page has yet to hear of that.
    const opening = openDevice(isForgotten && readLastUser()?.id !== owner ? undefined : owner);
    close = () => {
      requests.close();
      opening.then((device) => device.close());
    };
    const device = yield* call(() => opening);
    // A tab that keeps nothing cannot go on from what others tell of: it has not what that is new to.
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

/** Another user, or nobody. What one user has not got through yet is not sent in the name of the next. */
function* untilAnother(): SagaGenerator<void> {
  while (true) {
    const before = yield* select(selectVaultOwner);
    const action = yield* take([signedIn.type, signedOut.type, sessionExpired.type, verified.type]);
    const same = verified.match(action) && action.payload && (!before || action.payload.id === before.id);
    if (!same) return;
  }
}

/** @returns what a page needed of it, and needs again */
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
