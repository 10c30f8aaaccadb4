import { put, type SagaGenerator, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { ApiError, messageOf } from '../../../lib/api-errors.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { safely } from '../../../lib/safely.ts';
import { passwordChanged } from '../password/slice.ts';
import { securityTexts } from '../texts.ts';
import { endOtherSessions, endSession, listSessions } from './api.ts';
import {
  endOthersRefused,
  endOthersRequested,
  endRefused,
  endRequested,
  othersEnded,
  sessionEnded,
  sessionsFailed,
  sessionsKnown,
  sessionsNeeded,
  sessionsSlice,
} from './slice.ts';

const texts = securityTexts.sessions;

function* load(): SagaGenerator<void> {
  try {
    const { sessions } = yield* listSessions();
    yield* put(sessionsKnown(sessions));
  } catch {
    yield* put(sessionsFailed());
  }
}

function* end({ payload: { id, device } }: ReturnType<typeof endRequested>): SagaGenerator<void> {
  try {
    yield* endSession(id);
  } catch (error) {
    // Not there: it has ended by itself meanwhile, which is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) {
      yield* put(endRefused({ id, error: messageOf(error, texts.endFailed) }));
      return;
    }
  }
  yield* put(sessionEnded(id));
  yield* put(alertRaised({ tone: 'notice', text: texts.ended(device) }));
}

function* endOthers(): SagaGenerator<void> {
  try {
    const { ended_count } = yield* endOtherSessions();
    yield* put(othersEnded());
    yield* put(alertRaised({ tone: 'notice', text: texts.othersEnded(ended_count) }));
  } catch (error) {
    yield* put(endOthersRefused(messageOf(error, texts.endFailed)));
  }
}

export function* sessionsSaga(): SagaGenerator<void> {
  // A new password ends the other sessions and gives this one another id.
  yield* takeLatest([sessionsNeeded, passwordChanged], safely(load));
  yield* takeEvery(endRequested, safely(end));
  yield* takeLeading(endOthersRequested, safely(endOthers));
}

export const sessionsState: StateModule = { slice: sessionsSlice, saga: sessionsSaga };
