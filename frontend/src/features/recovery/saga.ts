import { call, join, put, race, type SagaGenerator, select, spawn, take, takeLeading } from 'typed-redux-saga';
import { alertRaised } from '../../entities/alerts/slice.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { hasCode, refusalOf } from '../../lib/submission.ts';
import { forgotPassword, resetPassword } from './api.ts';
import {
  linkAsked,
  linkRefused,
  recoveryDone,
  recoveryRefused,
  recoverySlice,
  resetSubmitted,
  selectRecovery,
  startedAnew,
} from './slice.ts';
import { recoveryTexts as texts } from './texts.ts';

function* askForLink({ payload }: ReturnType<typeof linkAsked>): SagaGenerator<void> {
  try {
    yield* forgotPassword(payload.trim());
    yield* put(recoveryDone());
  } catch (error) {
    yield* put(recoveryRefused(refusalOf(error, texts.forgot.failed)));
  }
}

/** Tells the form that asked, if it is still there. */
function* tellForm(
  outcome: ReturnType<typeof recoveryDone | typeof linkRefused | typeof recoveryRefused>,
): SagaGenerator<void> {
  if ((yield* select(selectRecovery)).busy) yield* put(outcome);
}

function* setPassword({ payload }: ReturnType<typeof resetSubmitted>): SagaGenerator<void> {
  try {
    yield* resetPassword(payload);
    // All sessions of the user have ended, this browser's included.
    yield* put(sessionExpired());
    yield* put(alertRaised({ tone: 'notice', text: texts.reset.done }));
    yield* tellForm(recoveryDone());
  } catch (error) {
    const refusal = refusalOf(error, texts.reset.failed);
    const tokenRefused = hasCode(error, 'auth.reset_token_invalid') || 'token' in refusal.fieldErrors;
    yield* tellForm(tokenRefused ? linkRefused() : recoveryRefused(refusal));
  }
}

export function* recoverySaga(): SagaGenerator<void> {
  yield* takeLeading(linkAsked, function* (action): SagaGenerator<void> {
    yield* race([call(safely(askForLink), action), take(startedAnew)]);
  });
  yield* takeLeading(resetSubmitted, function* (action): SagaGenerator<void> {
    // What it does is told of, though its form was left.
    const sent = yield* spawn(safely(setPassword), action);
    yield* race([join(sent), take(startedAnew)]);
  });
}

export const recoveryState: StateModule = { slice: recoverySlice, saga: recoverySaga };
