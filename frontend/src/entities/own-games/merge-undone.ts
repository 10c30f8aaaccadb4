import { createAction } from '@reduxjs/toolkit';
import { call, put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { messageOf } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { alertRaised } from '../alerts/slice.ts';
import { dispatchThunk } from '../server/dispatch-thunk.ts';
import { ownGamesApi } from './api.ts';
import { ownGameTexts as texts } from './texts.ts';

interface Merge {
  readonly guid: string;
  readonly name: string;
}

/** Undoes a merge; dispatched by the notice. */
export const mergeUndoRequested = createAction<Merge>('own-games/mergeUndoRequested');

function* undo({ payload: { guid, name } }: ReturnType<typeof mergeUndoRequested>): SagaGenerator<void> {
  const undoing = yield* dispatchThunk(ownGamesApi.endpoints.undoMerge.initiate(guid));
  const { error } = yield* call(() => undoing);
  if (error === undefined) yield* put(alertRaised({ tone: 'notice', text: texts.merge.undone(name) }));
  else yield* put(alertRaised({ tone: 'error', text: messageOf(error, texts.merge.notUndone) }));
}

function* ownGamesSaga(): SagaGenerator<void> {
  yield* takeEvery(mergeUndoRequested, safely(undo));
}

export const ownGamesState: StateModule = { saga: ownGamesSaga };
