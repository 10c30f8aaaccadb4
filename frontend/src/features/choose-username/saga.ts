import type { UnknownAction } from '@reduxjs/toolkit';
import { call, join, put, race, type SagaGenerator, spawn, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { signedIn } from '../../entities/session/slice.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { type BeginIntent, lastIntent } from '../../lib/intent-key.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { refusalOf } from '../../lib/submission.ts';
import { completeSignIn, getPendingIdentity } from './api.ts';
import {
  choiceDone,
  choiceOpened,
  choiceRefused,
  choiceSlice,
  pendingFailed,
  pendingGone,
  pendingKnown,
  usernameChosen,
} from './slice.ts';
import { choiceTexts } from './texts.ts';

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

function* load(): SagaGenerator<void> {
  try {
    const { provider, suggested_username, email } = yield* getPendingIdentity();
    yield* put(pendingKnown({ provider, suggested_username, email }));
  } catch (error) {
    yield* put(isGone(error) ? pendingGone() : pendingFailed());
  }
}

/** @returns what the form is told of it, if it is still open */
function* finish(username: string, begin: BeginIntent): SagaGenerator<UnknownAction | null> {
  try {
    const { user, return_to } = yield* completeSignIn(username, begin);
    // First, since being signed in takes the page there at once.
    yield* put(choiceDone(return_to));
    yield* put(signedIn(user));
    return null;
  } catch (error) {
    return isGone(error) ? pendingGone() : choiceRefused(refusalOf(error, choiceTexts.failed));
  }
}

export function* choiceSaga(): SagaGenerator<void> {
  let begin = lastIntent();
  yield* takeLatest(choiceOpened, function* (): SagaGenerator<void> {
    // The same name may be chosen for another sign-in by then.
    begin = lastIntent();
    yield* call(safely(load));
  });
  yield* takeLeading(
    usernameChosen,
    safely(function* ({ payload }: ReturnType<typeof usernameChosen>): SagaGenerator<void> {
      // Whoever has left the page is signed in all the same once the account is there.
      const sent = yield* spawn(finish, payload, begin);
      const [outcome] = yield* race([join(sent), take(choiceOpened)]);
      if (outcome) yield* put(outcome);
    }),
  );
}

export const choiceState: StateModule = { slice: choiceSlice, saga: choiceSaga };
