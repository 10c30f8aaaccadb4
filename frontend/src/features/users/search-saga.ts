import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { call, put, race, type SagaGenerator, take, takeLatest } from 'typed-redux-saga';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { safely } from '../../lib/safely.ts';
import { isLongEnough, searchUsers } from './api.ts';
import { type FoundUsers, usersActions } from './slice.ts';
import { usersTexts as texts } from './texts.ts';

/** Aborts a response from before a follow, which would be stale, and asks again. */
function* ask(query: string): SagaGenerator<readonly PublicUser[]> {
  while (true) {
    const { answer } = yield* race({ answer: call(searchUsers, query), stale: take(usersActions.followAnswered) });
    if (answer) return answer.users;
  }
}

function* search(typed: string): SagaGenerator<void> {
  const query = typed.trim();
  if (!isLongEnough(query)) {
    yield* put(usersActions.searchFailed(texts.tooShort));
    return;
  }
  try {
    const users = yield* ask(query);
    yield* put(usersActions.searchSucceeded({ query, users, searched: true }));
  } catch (error) {
    const fallback = error instanceof ApiError ? texts.failed : texts.unreachable;
    yield* put(usersActions.searchFailed(messageOf(error, fallback)));
  }
}

/** The stored search may be outdated; repeats it to update the users in it. */
function* refresh(kept: FoundUsers | null): SagaGenerator<void> {
  if (!kept?.searched || !isLongEnough(kept.query)) return;
  try {
    const users = yield* ask(kept.query);
    yield* put(usersActions.listRefreshed(users));
  } catch {
    // Ignored: the user did not ask for this, and the stored list stays.
  }
}

type Visit =
  | ReturnType<typeof usersActions.searchRequested>
  | ReturnType<typeof usersActions.listOpened>
  | ReturnType<typeof usersActions.listClosed>;

function* follow(action: Visit): SagaGenerator<void> {
  if (usersActions.searchRequested.match(action)) yield* search(action.payload);
  if (usersActions.listOpened.match(action)) yield* refresh(action.payload);
}

/** One search at a time: another one, or leaving the page, aborts it. */
export function* searchSaga(): SagaGenerator<void> {
  const { searchRequested, listOpened, listClosed } = usersActions;
  yield* takeLatest([searchRequested, listOpened, listClosed], safely(follow));
}
