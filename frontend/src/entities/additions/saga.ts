import { delay, put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { safely } from '../../lib/safely.ts';
import { libraryActions } from '../library/slice.ts';
import { addedNoticeOver } from './slice.ts';

/** Milliseconds that 'Added!' is shown. */
export const addedNoticeStays = 2000;

function* endNotice({ payload: { guid } }: ReturnType<typeof libraryActions.added>): SagaGenerator<void> {
  yield* delay(addedNoticeStays);
  yield* put(addedNoticeOver(guid));
}

export function* additionsSaga(): SagaGenerator<void> {
  yield* takeEvery(libraryActions.added, safely(endNotice));
}
