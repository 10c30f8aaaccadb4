import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { UnknownAction } from '@reduxjs/toolkit';
import { call, join, put, race, type SagaGenerator, spawn, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { signedIn } from '../../entities/session/slice.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { type BeginIntent, lastIntent } from '../../lib/intent-key.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { request, requestAsOne } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { refusalOf } from '../../lib/submission.ts';
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

const getPendingIdentity = () =>
  request<typeof accountCalls.getPendingIdentity>({ method: 'GET', path: '/api/auth/pending-identity' });

const completeSignIn = (username: string, begin: BeginIntent) =>
  requestAsOne<typeof accountCalls.completeIdentitySignIn>(
    { method: 'POST', path: '/api/auth/pending-identity', body: { username } },
    begin,
  );

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

function* load(): SagaGenerator<void> {
  try {
    const { provider, suggested_username, email } = yield* getPendingIdentity();
    yield* put(pendingKnown({ provider, suggested_username, email }));
  } catch (error) {
    yield* put(isGone(error) ? pendingGone() : pendingFailed());
  }
}

/** Returns the action for the form, which the caller dispatches only if the form is still open. */
function* finish(username: string, begin: BeginIntent): SagaGenerator<UnknownAction | null> {
  try {
    const { user, return_to } = yield* completeSignIn(username, begin);
    // Must come first: signing in redirects the page immediately.
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
    // A new visit may choose the same name for another sign-in.
    begin = lastIntent();
    yield* call(safely(load));
  });
  yield* takeLeading(
    usernameChosen,
    safely(function* ({ payload }: ReturnType<typeof usernameChosen>): SagaGenerator<void> {
      // `spawn` survives leaving the page: a created account must still sign in.
      const sent = yield* spawn(finish, payload, begin);
      const [outcome] = yield* race([join(sent), take(choiceOpened)]);
      if (outcome) yield* put(outcome);
    }),
  );
}

export const choiceState: StateModule = { slice: choiceSlice, saga: choiceSaga };
