import { expect, test, vi } from 'vitest';
import { greeted, notified } from '../../entities/live/slice.ts';
import { failure } from '../../test/answers.ts';
import { anEntry, aPublicUser, someStatistics } from '../../test/builders.ts';
import { withFakeTimers } from '../../test/fake-timers.ts';
import { serverStore, settle } from '../../test/server-store.ts';
import { paceMs, usersApi, usersState } from './api.ts';

const { searchUsers, user: userPage, toggleFollow } = usersApi.endpoints;
const user = aPublicUser({ follower_count: 3 });

withFakeTimers();

/** Shows the user in the list and on the open page. */
async function shown(follow: object | Error = {}, isDown = () => false) {
  const store = serverStore(
    {
      'GET /api/users/search': { users: [user] },
      'GET /api/users/:id': () =>
        isDown() ? failure(500, 'internal') : { user, library: [anEntry()], stats: someStatistics() },
      'POST /api/users/:id/follow': follow,
    },
    [usersState],
  );
  store.dispatch(searchUsers.initiate('owl'));
  store.dispatch(userPage.initiate(user.id));
  await vi.advanceTimersByTimeAsync(1);
  return {
    ...store,
    users: () => [
      searchUsers.select('owl')(store.state() as never).data?.users[0],
      userPage.select(user.id)(store.state() as never).data?.user,
    ],
    pages: () => store.made.filter(({ address }) => address === `/api/users/${user.id}`).length,
  };
}

test("takes a follow's count from the response, and updates the viewer's own count", async () => {
  const { dispatch, users, state } = await shown({ is_following: true, follower_count: 9 });
  const before = state().session.user?.following_count ?? 0;
  const seen: unknown[] = [];
  // Before the reload that follows.
  dispatch(toggleFollow.initiate(user)).then(() => seen.push(...users()));
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toMatchObject([1, 2].map(() => ({ is_following: true, follower_count: 9 })));
  expect(state().session.user?.following_count).toBe(before + 1);
});

test('reloads an open page after changes, at most twice for a burst', async () => {
  const { dispatch, pages } = await shown();
  await vi.advanceTimersByTimeAsync(600_000);
  dispatch(notified({ event: 'vault', data: {} }));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(pages()).toBe(1);
  for (let times = 0; times < 20; times += 1) dispatch(notified({ event: 'page', data: { user_id: user.id } }));
  await vi.advanceTimersByTimeAsync(2 * paceMs);
  expect(pages()).toBe(3);
  dispatch(greeted());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(pages()).toBe(4);
});

test('reloads after a failed reload', async () => {
  let isDown = false;
  const { dispatch, pages } = await shown({}, () => isDown);
  isDown = true;
  dispatch(greeted());
  await settle();
  const failed = pages();
  isDown = false;
  dispatch(greeted());
  await settle();
  expect(pages()).toBe(failed + 1);
});
