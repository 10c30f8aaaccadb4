// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anEntry, aPublicUser, someStatistics } from '../../testing/builders.ts';
import { overHeldNetwork } from '../../testing/held-network.ts';
import { paces } from './page-saga.ts';
import { usersState } from './saga.ts';
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

/** Ends what a test has opened: all of them listen to the one document. */
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

/** Opens the page over a network that this test answers by hand. */
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

test('a user who comes from the list is known before the page has loaded', () => {
  const { dispatch, state } = overHeldNetwork<UsersState>(usersState);
  dispatch(searchSucceeded({ query: 'owl', users: [user], searched: true }));
  dispatch(pageOpened(user.id));
  expect(state().page).toEqual({ id: user.id, user, content: null, error: null });
});

test('the page is loaded, and asked for again soon while it is looked at', async () => {
  const page = open();
  await page.answerNext(answer());
  expect(page.state().page.content?.library).toEqual([anEntry()]);
  await vi.advanceTimersByTimeAsync(paces.lively);
  expect(page.requests).toHaveLength(2);
  await page.answerNext(answer({ library: [anEntry({ rating: 7 })] }));
  expect(page.state().page.content?.library[0]?.rating).toBe(7);
});

test('an answer that says the same changes nothing', async () => {
  const page = open();
  await page.answerNext(answer());
  const before = page.state();
  await vi.advanceTimersByTimeAsync(paces.lively);
  await page.answerNext(answer());
  expect(page.state()).toBe(before);
});

test('a page on which nothing happens is asked for less often after a minute', async () => {
  const page = open();
  await page.answerNext(answer());
  const asked = async (milliseconds: number) => {
    const before = page.requests.length;
    for (let passed = 0; passed < milliseconds; passed += 100) {
      await vi.advanceTimersByTimeAsync(100);
      void page.requests.at(-1)?.answer(answer());
    }
    return page.requests.length - before;
  };
  expect(await asked(paces.quietAfter)).toBeGreaterThan(40);
  await asked(paces.quiet);
  expect(await asked(10 * paces.quiet)).toBeLessThanOrEqual(10);
});

test('a library that takes long to send is asked for less often', async () => {
  const page = open();
  await vi.advanceTimersByTimeAsync(300);
  await page.answerNext(answer());
  await vi.advanceTimersByTimeAsync(2 * paces.lively);
  expect(page.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(paces.quiet);
  expect(page.requests).toHaveLength(2);
});

test('a hidden page is not asked for; shown again, it is asked for at once', async () => {
  const page = open();
  await page.answerNext(answer());
  show('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.requests).toHaveLength(1);
  show('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(page.requests).toHaveLength(2);
});

test('an answer from before the user was followed is given up, and none is asked for until that is answered', async () => {
  const page = open();
  await page.answerNext(answer());
  await vi.advanceTimersByTimeAsync(paces.lively);
  page.dispatch(followToggled(user));
  expect(page.requests[1]?.aborted()).toBe(true);
  await vi.advanceTimersByTimeAsync(5 * paces.lively);
  expect(page.requests.map(({ address }) => address)).toEqual([
    `/api/users/${user.id}`,
    `/api/users/${user.id}`,
    `/api/users/${user.id}/follow`,
  ]);
  await page.answerNext({ success: true, message: '', is_following: true, follower_count: 1 });
  await vi.advanceTimersByTimeAsync(paces.lively);
  expect(page.requests).toHaveLength(4);
});

test('closing the page ends its request on the network, and no other follows', async () => {
  const page = open();
  page.dispatch(pageClosed());
  expect(page.requests[0]?.aborted()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.requests).toHaveLength(1);
});
