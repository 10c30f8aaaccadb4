import { call, join, put, race, type SagaGenerator, spawn, take, takeLeading } from 'typed-redux-saga';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { askWho } from '../../entities/session/answered.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { hasCode, refusalOf } from '../../lib/submission.ts';
import { forgotPassword, resetPassword } from './api.ts';
import {
  linkRefused,
  linkRequested,
  recoveryDone,
  recoveryRefused,
  recoverySlice,
  resetSubmitted,
  startedAnew,
} from './slice.ts';
import { recoveryTexts as texts } from './texts.ts';

function* askForLink({ payload }: ReturnType<typeof linkRequested>): SagaGenerator<void> {
  try {
    yield* forgotPassword(payload.trim());
    yield* put(recoveryDone());
  } catch (error) {
    yield* put(recoveryRefused(refusalOf(error, texts.forgot.failed)));
  }
}

type Outcome = ReturnType<typeof recoveryDone | typeof linkRefused | typeof recoveryRefused>;

/** The server ended all sessions of the user; this browser may belong to another user, who stays signed in. */
function* leaveIfEnded(): SagaGenerator<void> {
  try {
    yield* askWho();
  } catch {
    yield* put(sessionExpired());
  }
}

/** Returns the outcome for the form, which the caller dispatches only if the form is still open. */
function* setPassword(body: ReturnType<typeof resetSubmitted>['payload']): SagaGenerator<Outcome> {
  try {
    yield* resetPassword(body);
    yield* leaveIfEnded();
    yield* put(alertRaised({ tone: 'notice', text: texts.reset.done }));
    return recoveryDone();
  } catch (error) {
    const refusal = refusalOf(error, texts.reset.failed);
    const tokenRefused = hasCode(error, 'auth.reset_token_invalid') || 'token' in refusal.fieldErrors;
    return tokenRefused ? linkRefused() : recoveryRefused(refusal);
  }
}

function* reset({ payload }: ReturnType<typeof resetSubmitted>): SagaGenerator<void> {
  // `spawn` survives leaving the form: the outcome is announced anyway.
  const sent = yield* spawn(setPassword, payload);
  const [outcome] = yield* race([join(sent), take(startedAnew)]);
  if (outcome) yield* put(outcome);
}

export function* recoverySaga(): SagaGenerator<void> {
  yield* takeLeading(linkRequested, function* (action): SagaGenerator<void> {
    yield* race([call(safely(askForLink), action), take(startedAnew)]);
  });
  yield* takeLeading(resetSubmitted, safely(reset));
}

export const recoveryState: StateModule = { slice: recoverySlice, saga: recoverySaga };
