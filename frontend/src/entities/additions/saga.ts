import { delay, put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { libraryActions } from '../library/slice.ts';
import { addedNoticeOver, additionsSlice } from './slice.ts';

const addedNoticeMs = 2000;

function* endNotice({ payload: { guid } }: ReturnType<typeof libraryActions.added>): SagaGenerator<void> {
  yield* delay(addedNoticeMs);
  yield* put(addedNoticeOver(guid));
}

function* additionsSaga(): SagaGenerator<void> {
  yield* takeEvery(libraryActions.added, safely(endNotice));
}

export const additionsState: StateModule = { slice: additionsSlice, saga: additionsSaga };
