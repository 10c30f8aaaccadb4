import { createAction } from '@reduxjs/toolkit';
import { call, put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { messageOf } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { alertRaised } from '../alerts/slice.ts';
import { dispatchThunk } from '../server/dispatch-thunk.ts';
import { playsApi } from './api.ts';
import { playTexts } from './texts.ts';

/** A session that was just logged is to be none. */
export const logUndone = createAction<string>('plays/logUndone');

function* undo({ payload: id }: ReturnType<typeof logUndone>): SagaGenerator<void> {
  const removing = yield* dispatchThunk(playsApi.endpoints.removeSession.initiate(id, { track: false }));
  const { error } = yield* call(() => removing);
  if (error) yield* put(alertRaised({ tone: 'error', text: messageOf(error, playTexts.removeFailed) }));
}

function* playsSaga(): SagaGenerator<void> {
  yield* takeEvery(logUndone, safely(undo));
}

/** Of every page on which a session can be logged. */
export const playsState: StateModule = { saga: playsSaga };
