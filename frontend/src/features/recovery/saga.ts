import { put, type SagaGenerator, takeLeading } from 'typed-redux-saga';
import { alertRaised } from '../../entities/alerts/slice.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { sessionExpired } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { hasCode, refusalOf } from '../../lib/submission.ts';
import { forgotPassword, resetPassword } from './api.ts';
import { linkAsked, linkRefused, recoveryDone, recoveryRefused, recoverySlice, resetSubmitted } from './slice.ts';
import { recoveryTexts as texts } from './texts.ts';

function* askForLink({ payload }: ReturnType<typeof linkAsked>): SagaGenerator<void> {
  try {
    yield* forgotPassword(payload.trim());
    yield* put(recoveryDone());
  } catch (error) {
    yield* put(recoveryRefused(refusalOf(error, texts.forgot.failed)));
  }
}

function* setPassword({ payload }: ReturnType<typeof resetSubmitted>): SagaGenerator<void> {
  try {
    yield* resetPassword(payload);
    // All sessions of the user have ended, this browser's included.
    yield* put(sessionExpired());
    yield* put(alertRaised({ tone: 'notice', text: texts.reset.done }));
    yield* put(recoveryDone());
  } catch (error) {
    const refusal = refusalOf(error, texts.reset.failed);
    const tokenRefused = hasCode(error, 'auth.reset_token_invalid') || 'token' in refusal.fieldErrors;
    yield* put(tokenRefused ? linkRefused() : recoveryRefused(refusal));
  }
}

export function* recoverySaga(): SagaGenerator<void> {
  yield* takeLeading(linkAsked, safely(askForLink));
  yield* takeLeading(resetSubmitted, safely(setPassword));
}

export const recoveryState: StateModule = { slice: recoverySlice, saga: recoverySaga };
