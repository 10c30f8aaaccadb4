import { put, type SagaGenerator, select, takeLatest } from 'typed-redux-saga';
import { messageOf } from '../../../lib/api-errors.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { safely } from '../../../lib/safely.ts';
import { unlinked } from '../identities/slice.ts';
import { changeRefused, linkSent, passwordChanged } from '../password/slice.ts';
import { othersEnded, sessionEnded } from '../sessions/slice.ts';
import { securityTexts } from '../texts.ts';
import { listActivity } from './api.ts';
import {
  activityFailed,
  activityKnown,
  activityNeeded,
  activitySlice,
  moreFailed,
  moreKnown,
  moreRequested,
  selectActivity,
} from './slice.ts';

function* load(): SagaGenerator<void> {
  try {
    const { activity, has_more } = yield* listActivity();
    yield* put(activityKnown({ lines: activity, hasMore: has_more }));
  } catch {
    yield* put(activityFailed());
  }
}

function* loadMore(): SagaGenerator<void> {
  const { lines } = yield* select(selectActivity);
  try {
    const { activity, has_more } = yield* listActivity(lines.at(-1)?.id);
    yield* put(moreKnown({ lines: activity, hasMore: has_more }));
  } catch (error) {
    yield* put(moreFailed(messageOf(error, securityTexts.activity.moreFailed)));
  }
}

/** What is done on the page leaves a line here. */
const newLines = [passwordChanged, changeRefused, linkSent, sessionEnded, othersEnded, unlinked];

function* answer(action: { type: string }): SagaGenerator<void> {
  yield* moreRequested.match(action) ? loadMore() : load();
}

export function* activitySaga(): SagaGenerator<void> {
  // One at a time: lines that were to follow older ones must not be put behind a list that is new.
  yield* takeLatest([activityNeeded, moreRequested, ...newLines], safely(answer));
}

export const activityState: StateModule = { slice: activitySlice, saga: activitySaga };
