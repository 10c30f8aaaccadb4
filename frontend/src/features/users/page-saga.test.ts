// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { greeted, notified } from '../../entities/live/slice.ts';
import { anEntry, aPublicUser, someStatistics } from '../../test/builders.ts';
import { overHeldNetwork } from '../../test/held-network.ts';
import { paces, usersState } from './saga.ts';
import { type UsersState, usersActions } from './slice.ts';

const { pageOpened, pageClosed, followToggled, searchSucceeded } = usersActions;
const user = aPublicUser();
const answer = (given = {}) => ({
  success: true,
  message: '',
  user,
  library: [anEntry()],
  stats: someStatistics(),
  ...given,
});

/** Closes the pages of a test, because all of them listen to the one document. */
const opened: (() => void)[] = [];
let visibility: DocumentVisibilityState = 'visible';

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.useFakeTimers();
});
afterEach(() => {
  for (const close of opened.splice(0)) close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens the page over a network whose responses the test controls. */
function open() {
  const network = overHeldNetwork<UsersState>(usersState);
  network.dispatch(pageOpened(user.id));
  opened.push(() => network.dispatch(pageClosed()));
  return {
    ...network,
    answerNext: async (body: object) => {
      const answered = network.requests.at(-1)?.answer(body);
      await vi.advanceTimersByTimeAsync(6);
      await answered;
    },
  };
}

test('knows a user from the list before the page has loaded', () => {
  const { dispatch, state } = overHeldNetwork<UsersState>(usersState);
  dispatch(searchSucceeded({ query: 'owl', users: [user], searched: true }));
  dispatch(pageOpened(user.id));
  expect(state().page).toEqual({ id: user.id, user, content: null, error: null });
});

/** A live event: this user's page has changed. */
const changed = (id = user.id) => notified({ event: 'page', data: { user_id: id } });

test('loads the page, and reloads it only after a change', async () => {
  const page = open();
  await page.answerNext(answer());
  expect(page.state().page.content?.library).toEqual([anEntry()]);
  await vi.advanceTimersByTimeAsync(600_000);
  page.dispatch(changed('another'));
  page.dispatch(notified({ event: 'vault', data: {} }));
  expect(page.requests).toHaveLength(1);
  page.dispatch(changed());
  expect(page.requests).toHaveLength(2);
  await page.answerNext(answer({ library: [anEntry({ rating: 7 })] }));
  expect(page.state().page.content?.library[0]?.rating).toBe(7);
});

test('reloads once when the live connection opens, because events may have been missed', async () => {
  const page = open();
  page.dispatch(greeted());
  await page.answerNext(answer());
  await vi.advanceTimersByTimeAsync(paces.shortest);
  expect(page.requests).toHaveLength(2);
  await page.answerNext(answer());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(page.requests).toHaveLength(2);
});

test('sends few requests in a burst of changes, one at a time, and one after the last change', async () => {
  const page = open();
  await page.answerNext(answer());
  const seconds = 6;
  for (let passed = 0; passed < seconds * 1000; passed += 10) {
    page.dispatch(changed());
    expect(page.unanswered()).toBeLessThanOrEqual(1);
    if (passed % 50 === 0) void page.requests.at(-1)?.answer(answer({ library: [anEntry({ rating: 5 })] }));
    await vi.advanceTimersByTimeAsync(10);
  }
  const inStorm = page.requests.length;
  expect(inStorm).toBeLessThanOrEqual((seconds * 1000) / paces.shortest + 1);
  expect(inStorm).toBeGreaterThan(10);
  page.dispatch(changed());
  for (let passed = 0; passed < 600_000; passed += 1000) {
    void page.requests.at(-1)?.answer(answer());
    await vi.advanceTimersByTimeAsync(1000);
  }
  // A request may have been in flight at the last change.
  expect(page.requests.length - inStorm).toBeGreaterThanOrEqual(1);
  expect(page.requests.length - inStorm).toBeLessThanOrEqual(2);
});

test('reloads a slow library less often', async () => {
  const page = open();
  await vi.advanceTimersByTimeAsync(1000);
  await page.answerNext(answer());
  page.dispatch(changed());
  await vi.advanceTimersByTimeAsync(4 * paces.shortest);
  expect(page.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(paces.longest);
  expect(page.requests).toHaveLength(2);
});

test('retries a failed reload, and keeps the page on screen without a message', async () => {
  const page = open();
  await page.answerNext(answer());
  await vi.advanceTimersByTimeAsync(paces.shortest);
  page.dispatch(changed());
  page.requests[1]?.fail();
  await vi.advanceTimersByTimeAsync(paces.shortest + paces.again);
  expect(page.requests).toHaveLength(3);
  expect(page.state().page).toMatchObject({ content: { library: [anEntry()] }, error: null });
  page.requests[2]?.fail();
  await vi.advanceTimersByTimeAsync(paces.shortest);
  page.dispatch(greeted());
  await vi.advanceTimersByTimeAsync(10);
  expect(page.requests).toHaveLength(4);
});

test('does not reload a hidden page, and reloads it once immediately when it is shown again', async () => {
  const page = open();
  await page.answerNext(answer());
  show('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  page.dispatch(changed());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.requests).toHaveLength(1);
  show('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(page.requests).toHaveLength(2);
  await page.answerNext(answer());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.requests).toHaveLength(2);
});

test('aborts a reload when the user is followed, and reloads after the response', async () => {
  const page = open();
  await page.answerNext(answer());
  await vi.advanceTimersByTimeAsync(paces.shortest);
  page.dispatch(changed());
  page.dispatch(followToggled(user));
  expect(page.requests[1]?.aborted()).toBe(true);
  page.dispatch(changed());
  await vi.advanceTimersByTimeAsync(10 * paces.shortest);
  expect(page.requests.map(({ address }) => address)).toEqual([
    `/api/users/${user.id}`,
    `/api/users/${user.id}`,
    `/api/users/${user.id}/follow`,
  ]);
  await page.answerNext({ success: true, message: '', is_following: true, follower_count: 1 });
  await vi.advanceTimersByTimeAsync(paces.shortest);
  expect(page.requests).toHaveLength(4);
});

test('aborts the request when the page is closed, and sends no other', async () => {
  const page = open();
  page.dispatch(pageClosed());
  expect(page.requests[0]?.aborted()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.requests).toHaveLength(1);
});
