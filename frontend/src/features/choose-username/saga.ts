import { put, type SagaGenerator, takeLatest, takeLeading } from 'typed-redux-saga';
import { signedIn } from '../../entities/session/slice.ts';
import { ApiError } from '../../lib/api-errors.ts';
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

function* finish({ payload: username }: ReturnType<typeof usernameChosen>): SagaGenerator<void> {
  try {
    const { user, return_to } = yield* completeSignIn(username);
    // First, since being signed in takes the page there at once.
    yield* put(choiceDone(return_to));
    yield* put(signedIn(user));
  } catch (error) {
    yield* put(isGone(error) ? pendingGone() : choiceRefused(refusalOf(error, choiceTexts.failed)));
  }
}

export function* choiceSaga(): SagaGenerator<void> {
  yield* takeLatest(choiceOpened, safely(load));
  yield* takeLeading(usernameChosen, safely(finish));
}

export const choiceState: StateModule = { slice: choiceSlice, saga: choiceSaga };
