import type { Privacy } from '@nightshelf/contracts/users.ts';
import { buffers } from 'redux-saga';
import { actionChannel, call, fork, put, type SagaGenerator, take, takeEvery } from 'typed-redux-saga';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { isNotificationOf } from '../../entities/live/slice.ts';
import { userChanged } from '../../entities/session/slice.ts';
import { messageOf } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { profileApi, updatePrivacy } from './api.ts';
import { privacyAnswered, privacyChosen, profileSlice } from './slice.ts';
import { profileTexts as texts } from './texts.ts';

function* storePrivacy(privacy: Privacy): SagaGenerator<void> {
  try {
    const { user } = yield* updatePrivacy(privacy);
    yield* put(userChanged(user));
  } catch (error) {
    yield* put(alertRaised({ tone: 'error', text: messageOf(error, texts.preferences.privacyFailed) }));
  }
  yield* put(privacyAnswered(privacy));
}

/** Reloads the visible figures when a follower is gained or lost. */
function* refresh(): SagaGenerator<void> {
  yield* put(profileApi.util.invalidateTags(['Profile']));
}

/** Sends choices one at a time; only the last of those made during a request follows. */
function* storeChoices(): SagaGenerator<void> {
  const choices = yield* actionChannel<ReturnType<typeof privacyChosen>>(privacyChosen.type, buffers.sliding(1));
  while (true) {
    const { payload } = yield* take(choices);
    yield* call(safely(storePrivacy), payload);
  }
}

export function* profileSaga(): SagaGenerator<void> {
  yield* takeEvery(isNotificationOf('followers'), safely(refresh));
  yield* fork(storeChoices);
}

export const profileState: StateModule = { slice: profileSlice, saga: profileSaga };
