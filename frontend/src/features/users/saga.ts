import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { PublicUser } from '@nightshelf/contracts/users.ts';
import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import {
  actionChannel,
  call,
  delay,
  put,
  race,
  type SagaGenerator,
  select,
  take,
  takeEvery,
  takeLatest,
} from 'typed-redux-saga';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { userChanged } from '../../entities/session/slice.ts';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { request } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { untilPage } from '../../lib/until-page.ts';
import { type FoundUsers, selectIsAnswering, selectUserPage, usersActions, usersSlice } from './slice.ts';
import { usersTexts, userTexts } from './texts.ts';

const { searchRequested, searchSucceeded, searchFailed, listOpened, listClosed, listRefreshed } = usersActions;
const { pageOpened, pageClosed, pageLoaded, pageFailed, followToggled, followAnswered, followFailed } = usersActions;

const shortest = 2;

export const isLongEnough = (query: string): boolean => query.trim().length >= shortest;

export const searchLimit = 10;

const searchUsers = (q: string) =>
  request<typeof socialCalls.searchUsers>({
    method: 'GET',
    path: '/api/users/search',
    query: { q, limit: searchLimit },
  });

const getUser = (id: string, isShown: boolean) =>
  request<typeof socialCalls.getUser>(
    { method: 'GET', path: '/api/users/:id', params: { id } },
    // Do not retry for a page that is on screen: the next poll is as good.
    isShown ? { within: 0 } : {},
  );

const followUser = (id: string) =>
  request<typeof socialCalls.followUser>({ method: 'POST', path: '/api/users/:id/follow', params: { id } });

const unfollowUser = (id: string) =>
  request<typeof socialCalls.unfollowUser>({ method: 'POST', path: '/api/users/:id/unfollow', params: { id } });

/** Aborts a response from before a follow, which would be stale, and asks again. */
function* askForUsers(query: string): SagaGenerator<PublicUser[]> {
  while (true) {
    const { answer } = yield* race({ answer: call(searchUsers, query), stale: take(followAnswered) });
    if (answer) return answer.users;
  }
}

function* search(typed: string): SagaGenerator<void> {
  const query = typed.trim();
  if (!isLongEnough(query)) {
    yield* put(searchFailed(usersTexts.tooShort));
    return;
  }
  try {
    const users = yield* askForUsers(query);
    yield* put(searchSucceeded({ query, users, searched: true }));
  } catch (error) {
    const fallback = error instanceof ApiError ? usersTexts.failed : usersTexts.unreachable;
    yield* put(searchFailed(messageOf(error, fallback)));
  }
}

/** The stored search may be outdated; repeats it to update the users in it. */
function* refresh(kept: FoundUsers | null): SagaGenerator<void> {
  if (!kept?.searched || !isLongEnough(kept.query)) return;
  try {
    const users = yield* askForUsers(kept.query);
    yield* put(listRefreshed(users));
  } catch {
    // Ignored: the user did not ask for this, and the stored list stays.
  }
}

type ListVisit = ReturnType<typeof searchRequested | typeof listOpened | typeof listClosed>;

function* visitList(action: ListVisit): SagaGenerator<void> {
  if (searchRequested.match(action)) yield* search(action.payload);
  if (listOpened.match(action)) yield* refresh(action.payload);
}

/** Milliseconds: between two requests in a burst of changes; at most, when responses are slow; before a retry. */
export const paces = { shortest: 300, longest: 5000, again: 5000 };

/** @returns whether the page was loaded */
function* askForPage(id: string): SagaGenerator<boolean> {
  const { content } = yield* select(selectUserPage);
  try {
    yield* put(pageLoaded(yield* getUser(id, content !== null)));
    return true;
  } catch (error) {
    // Show the error only when the page has no content yet.
    if (!content) yield* put(pageFailed(messageOf(error, userTexts.failed)));
    return false;
  }
}

/** Aborts a response from before a follow, which would be stale, and reloads after the follow has settled. */
function* askWhenSettled(id: string): SagaGenerator<boolean> {
  while (true) {
    while (yield* select(selectIsAnswering, id)) {
      yield* take([followAnswered, followFailed]);
    }
    const { isLoaded } = yield* race({ isLoaded: call(askForPage, id), stale: take(followToggled) });
    if (isLoaded !== undefined) return isLoaded;
  }
}

/** Waits until the visible page was hidden and is shown again. */
function* untilShownAgain(): SagaGenerator<void> {
  yield* untilPage('hidden');
  yield* untilPage('visible');
}

/** Loads a user page and keeps it current while it is visible; reload errors are silent. */
function* show({ payload: id }: ReturnType<typeof pageOpened>): SagaGenerator<void> {
  const isNotification = isNotificationOf('page', { user_id: id });
  const isReason = (action: Action) => greeted.match(action) || isNotification(action);
  // All changes during a request lead to one more request.
  const reasons = yield* actionChannel(isReason, buffers.sliding(1));
  try {
    while (true) {
      const asked = Date.now();
      const isLoaded = yield* askWhenSettled(id);
      const took = Date.now() - asked;
      const { error } = yield* select(selectUserPage);
      if (error !== null) return;
      // Reload slow libraries less often, so that watching one does not saturate the connection.
      yield* delay(Math.min(paces.longest, Math.max(paces.shortest - took, 3 * took)));
      const retry = isLoaded ? [] : [delay(paces.again)];
      yield* race([take(reasons), call(untilShownAgain), ...retry]);
      yield* untilPage('visible');
    }
  } finally {
    reasons.close();
  }
}

type PageVisit = ReturnType<typeof pageOpened | typeof pageClosed>;

function* visitPage(action: PageVisit): SagaGenerator<void> {
  if (pageOpened.match(action)) yield* show(action);
}

/** The viewer's own count changes too, and other pages show it. */
function* countOwn(change: 1 | -1): SagaGenerator<void> {
  const own = yield* select(selectUser);
  if (own) yield* put(userChanged({ ...own, following_count: Math.max(0, own.following_count + change) }));
}

function* toggle({ payload: user }: ReturnType<typeof followToggled>): SagaGenerator<void> {
  try {
    const { is_following, follower_count } = yield* user.is_following ? unfollowUser(user.id) : followUser(user.id);
    yield* put(followAnswered({ id: user.id, is_following, follower_count }));
    if (is_following !== user.is_following) yield* countOwn(is_following ? 1 : -1);
  } catch (error) {
    yield* put(followFailed(user.id));
    yield* put(alertRaised({ tone: 'error', text: messageOf(error, usersTexts.followFailed) }));
  }
}

function* usersSaga(): SagaGenerator<void> {
  // One search and one page at a time: another one, or leaving, aborts the requests.
  yield* takeLatest([searchRequested, listOpened, listClosed], safely(visitList));
  yield* takeLatest([pageOpened, pageClosed], safely(visitPage));
  yield* takeEvery(followToggled, safely(toggle));
}

export const usersState: StateModule = { slice: usersSlice, saga: usersSaga };
