import { delay, put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { alertDismissed, alertRaised, alertsSlice } from './slice.ts';

/** Milliseconds that a notice stays: long enough to read it and to reach its action. */
const noticeStays = 8000;

function* dismissNotice({ payload: alert }: ReturnType<typeof alertRaised>): SagaGenerator<void> {
  if (alert.tone === 'error') return;
  yield* delay(noticeStays);
  yield* put(alertDismissed(alert.id));
}

function* alertsSaga(): SagaGenerator<void> {
  yield* takeEvery(alertRaised, safely(dismissNotice));
}

export const alertsState: StateModule = { slice: alertsSlice, saga: alertsSaga };
