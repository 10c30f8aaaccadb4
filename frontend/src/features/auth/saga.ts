import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { UnknownAction } from '@reduxjs/toolkit';
import { call, join, put, race, type SagaGenerator, spawn, take, takeLeading } from 'typed-redux-saga';
import { signedIn } from '../../entities/session/slice.ts';
import { ApiError } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { hasCode, refusalOf } from '../../lib/submission.ts';
import { login, register } from './api.ts';
import { authSlice, formOpened, loginSubmitted, refused, registrationSubmitted, secondStepDemanded } from './slice.ts';
import { authTexts } from './texts.ts';

interface Texts {
  readonly failed: string;
  readonly unreachable: string;
}

/** Returns the action for the form, which the caller dispatches only if the form is still open. */
function* signInWith(submit: SagaGenerator<{ user: OwnUser }>, texts: Texts): SagaGenerator<UnknownAction | null> {
  try {
    const { user } = yield* submit;
    yield* put(signedIn(user));
    return null;
  } catch (error) {
    if (hasCode(error, 'auth.second_factor_required')) return secondStepDemanded();
    const answered = error instanceof ApiError && error.status < 500;
    return refused(refusalOf(error, answered ? texts.failed : texts.unreachable));
  }
}

function* logIn({ payload }: ReturnType<typeof loginSubmitted>): SagaGenerator<void> {
  const outcome = yield* signInWith(login(payload), authTexts.login);
  if (outcome) yield* put(outcome);
}

function* signUp({ payload }: ReturnType<typeof registrationSubmitted>): SagaGenerator<void> {
  // `spawn` survives leaving the form: a created account must still sign in.
  const sent = yield* spawn(signInWith, register(payload), authTexts.register);
  const [outcome] = yield* race([join(sent), take(formOpened)]);
  if (outcome) yield* put(outcome);
}

export function* authSaga(): SagaGenerator<void> {
  yield* takeLeading(loginSubmitted, function* (action): SagaGenerator<void> {
    yield* race([call(safely(logIn), action), take(formOpened)]);
  });
  yield* takeLeading(registrationSubmitted, safely(signUp));
}

export const authState: StateModule = { slice: authSlice, saga: authSaga };
