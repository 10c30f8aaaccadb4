import { put, type SagaGenerator, select, takeEvery } from 'typed-redux-saga';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { userChanged } from '../../entities/session/slice.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { safely } from '../../lib/safely.ts';
import { followUser, unfollowUser } from './api.ts';
import { usersActions } from './slice.ts';
import { usersTexts } from './texts.ts';

/** The viewer's own count changes too, and other pages show it. */
function* countOwn(change: 1 | -1): SagaGenerator<void> {
  const own = yield* select(selectUser);
  if (own) yield* put(userChanged({ ...own, following_count: Math.max(0, own.following_count + change) }));
}

function* toggle({ payload: user }: ReturnType<typeof usersActions.followToggled>): SagaGenerator<void> {
  try {
    const { is_following, follower_count } = yield* user.is_following ? unfollowUser(user.id) : followUser(user.id);
    yield* put(usersActions.followAnswered({ id: user.id, is_following, follower_count }));
    if (is_following !== user.is_following) yield* countOwn(is_following ? 1 : -1);
  } catch (error) {
    yield* put(usersActions.followFailed(user.id));
    yield* put(alertRaised({ tone: 'error', text: messageOf(error, usersTexts.followFailed) }));
  }
}

export function* followSaga(): SagaGenerator<void> {
  yield* takeEvery(usersActions.followToggled, safely(toggle));
}
