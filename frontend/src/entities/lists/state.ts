import { createAction } from '@reduxjs/toolkit';
import { call, delay, put, type SagaGenerator, select, takeEvery } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { alertRaised } from '../alerts/slice.ts';
import { greeted, isNotificationOf, type notified } from '../live/slice.ts';
import { dispatchThunk } from '../server/dispatch-thunk.ts';
import type { WithServer } from '../server/end-unwanted.ts';
import { serverState } from '../server/state.ts';
import { askAgain, listsApi } from './api.ts';
import { listTexts as texts } from './texts.ts';

interface TakenOut {
  readonly id: string;
  readonly entryId: string;
  readonly note: string | null;
  /** The neighbor before the removal; null for the only game. */
  readonly place: { readonly before: string } | { readonly after: string } | null;
}

/** Undoes the removal of a game from a list. */
export const putBackRequested = createAction<TakenOut>('lists/putBackRequested');

/** How long to wait for the response to this tab's own change, which makes the notification redundant. */
const ownResponseTimeoutMs = 400;

const { gameList, addToList, moveInList, writeNote } = listsApi.endpoints;

/** Refetches a list on screen that is older than the server's. */
function* refresh({ payload }: ReturnType<typeof notified>): SagaGenerator<void> {
  const { list_id: id, version } = payload.data;
  yield* delay(ownResponseTimeoutMs);
  const shown = yield* select((state: WithServer) => gameList.select(String(id))(state).data?.list.version);
  if (typeof version === 'number' && shown !== undefined && shown >= version) return;
  yield* put(listsApi.util.invalidateTags(['Lists']));
}

function* refreshAll(): SagaGenerator<void> {
  yield* put(listsApi.util.invalidateTags(['Lists']));
}

function* putBack({ payload }: ReturnType<typeof putBackRequested>): SagaGenerator<void> {
  const { id, entryId, note, place } = payload;
  try {
    const added = yield* dispatchThunk(addToList.initiate({ id, entryIds: [entryId] }));
    yield* call(added.unwrap);
    if (note !== null) {
      const written = yield* dispatchThunk(writeNote.initiate({ id, entryId, note }));
      yield* call(written.unwrap);
    }
    if (place) yield* dispatchThunk(moveInList.initiate({ id, entryId, place }));
  } catch {
    yield* put(alertRaised({ tone: 'error', text: texts.notPutBack }));
  }
  yield* put(askAgain(id));
}

const isNotification = (action: unknown): action is ReturnType<typeof notified> => isNotificationOf('lists')(action);

function* listsSaga(): SagaGenerator<void> {
  yield* takeEvery(isNotification, safely(refresh));
  yield* takeEvery(greeted, safely(refreshAll));
  yield* takeEvery(putBackRequested, safely(putBack));
}

/** For every page that shows lists. */
export const listsState: readonly StateModule[] = [serverState, { saga: listsSaga }];
