import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import { createAction } from '@reduxjs/toolkit';
import { call, delay, put, type SagaGenerator, select, takeEvery } from 'typed-redux-saga';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { greeted, isNotificationOf, type notified } from '../../../entities/live/slice.ts';
import { dispatchThunk } from '../../../entities/server/dispatch-thunk.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { safely } from '../../../lib/safely.ts';
import { favouritesApi, versionIn } from './api.ts';
import { favouriteTexts as texts } from './texts.ts';

/** Chooses all favorites in order: after a pick, a move, or an undo. */
export const favouritesChosen = createAction<readonly Favourite[]>('profile/favouritesChosen');

/** Milliseconds to wait for this tab's own response, which makes the live event redundant. */
const ownResponseTimeoutMs = 400;

function* choose({ payload }: ReturnType<typeof favouritesChosen>): SagaGenerator<void> {
  try {
    const chosen = yield* dispatchThunk(favouritesApi.endpoints.chooseFavourites.initiate(payload));
    yield* call(chosen.unwrap);
  } catch (error) {
    yield* put(alertRaised({ tone: 'error', text: messageOf(error, texts.notChosen) }));
  }
}

function* askAgain(): SagaGenerator<void> {
  yield* put(favouritesApi.util.invalidateTags(['Favourites']));
}

function* refresh({ payload }: ReturnType<typeof notified>): SagaGenerator<void> {
  yield* delay(ownResponseTimeoutMs);
  const shown = yield* select(versionIn);
  if (shown !== payload.data.version) yield* askAgain();
}

const isNotification = (action: unknown): action is ReturnType<typeof notified> =>
  isNotificationOf('favourites')(action);

function* favouritesSaga(): SagaGenerator<void> {
  yield* takeEvery(favouritesChosen, safely(choose));
  yield* takeEvery(isNotification, safely(refresh));
  yield* takeEvery(greeted, safely(askAgain));
}

export const favouritesState: StateModule = { saga: favouritesSaga };
