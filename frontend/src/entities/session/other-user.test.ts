import { createAction } from '@reduxjs/toolkit';
import { takeEvery } from 'typed-redux-saga';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { keepVaultView, vaultOpensWith } from '../../lib/kept-vault-view.ts';
import { noteSearch, recentSearches } from '../../lib/recent-searches.ts';
import { request } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { notedSignOut, noteSignOut } from '../../lib/sign-out-note.ts';
import { anEntry, aUser } from '../../test/builders.ts';
import { forgetVaults } from '../../test/forget-vaults.ts';
import { patience } from '../../test/patience.ts';
import { serverStore } from '../../test/server-store.ts';
import { stubBrowser } from '../../test/stub-browser.ts';
import { keepOnDevice, readDevice } from '../../test/vault-visit.ts';
import { isKept } from '../device/names.ts';
import { countUnsent } from '../device/stored-vault.ts';
import { serverApi } from '../server/api.ts';
import { lastUserKey, readLastUser, rememberedUser, writeLastUser } from './last-user.ts';
import { sessionState } from './saga.ts';
// Preloaded, as pages have loaded it before a sign-out.
import './signing-out.ts';
import { signedIn, signedOut, signOutRequested } from './slice.ts';

/** The question about unsent changes stays open until the test answers it. */
const asked = vi.hoisted(() => vi.fn<(changes: number, until: AbortSignal) => Promise<boolean>>());
vi.mock('../device/unsent-dialog.tsx', () => ({ askToLeave: asked }));

const own = aUser();
const other = aUser({ id: '00000000-0000-4000-8000-0000000000cc', username: 'early_bird' });
const verify = 'GET /api/auth/verify-token';
const logout = 'POST /api/auth/logout';
const { sessions } = serverApi.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query<object, void>({ query: () => ({ method: 'GET', path: '/api/auth/sessions' }) as never }),
  }),
}).endpoints;

/** A saga call that is never cancelled. */
const ask = createAction('test/ask');
const asking = {
  *saga() {
    const input = { method: 'GET', path: '/api/auth/providers' } as const;
    yield* takeEvery(
      ask,
      safely(function* () {
        yield* request(input as never);
      }),
    );
  },
};

beforeEach(stubBrowser);
afterEach(async () => {
  noteSignOut(null);
  await forgetVaults();
  vi.unstubAllGlobals();
});

type Page = Awaited<ReturnType<typeof open>>;
async function open(responses: Parameters<typeof serverStore>[0] = {}) {
  const server = serverStore(
    {
      [verify]: { success: true, user: other },
      [logout]: { success: true, message: '' },
      'GET /api/auth/sessions': { sessions: [] },
      ...responses,
    },
    [sessionState, asking],
  );
  await server.dispatch(sessions.initiate());
  await vi.waitFor(() => expect(rememberedUser()?.id).toBe(own.id), patience);
  // Wait for the effects of a sign-out.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const isTheirs = () => {
    expect(server.state().session.user).toMatchObject({ id: other.id });
    expect(sessions.select()(server.state()).data).toBeUndefined();
  };
  return { ...server, becomesTheirs: () => vi.waitFor(isTheirs, patience) };
}

/** Another user signs in in another tab. */
function comes(): void {
  writeLastUser(other);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: lastUserKey, newValue: '' }));
}

/** A sign-out in another tab. */
const signsOut = () =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'nightshelf-sign-out', newValue: 'key' }));

/** Queues a change, by default of the other tab's user, that the server does not know yet. */
async function edits(userId = other.id): Promise<void> {
  const base = anEntry();
  const change = { call: 'removeEntry', key: 'key', order: 1, tab: 'tab', guid: base.guid, base } as const;
  await keepOnDevice({ entries: [base], queued: [change] }, userId);
}

test('switches to the user who signs in on another tab, and removes the data of the previous user', async () => {
  const page = await open();
  comes();
  await page.becomesTheirs();
  expect(readLastUser()).toMatchObject({ id: other.id });
});

test("keeps the new user's search and view settings though the page learns of them late", async () => {
  const page = await open();
  noteSearch(other.id, 'doom');
  keepVaultView({ userId: other.id, view: 'view=list' });
  comes();
  await page.becomesTheirs();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([recentSearches(other.id), vaultOpensWith(other.id)]).toEqual([['doom'], 'view=list']);
  page.dispatch(signedOut());
  await vi.waitFor(() => expect([recentSearches(other.id), vaultOpensWith(other.id)]).toEqual([[], null]), patience);
});

test('notices the new user when the page becomes visible, without an event', async () => {
  const page = await open();
  writeLastUser(other);
  document.dispatchEvent(new Event('visibilitychange'));
  await page.becomesTheirs();
});

test('retries the session check until there is a network', async () => {
  let asked = 0;
  let answer: object = { success: true, user: own };
  const page = await open({
    [verify]: () => {
      asked += 1;
      return answer;
    },
  });
  asked = 0;
  answer = new NetworkError('down');
  vi.stubGlobal('navigator', { onLine: false });
  comes();
  await vi.waitFor(() => expect(asked).toBe(1), patience);
  // Wait until the call has failed.
  await new Promise((resolve) => setTimeout(resolve, 50));
  answer = { success: true, user: other };
  window.dispatchEvent(new Event('online'));
  await page.becomesTheirs();
});

test('does not sign out a user who signed in since in another tab and deletes none of their data', async () => {
  const page = await open();
  writeLastUser(other);
  await edits();
  page.dispatch(signOutRequested());
  await page.becomesTheirs();
  expect(page.made.filter(({ address }) => address.endsWith('/logout'))).toEqual([]);
  expect(notedSignOut()).toBeNull();
  expect(await countUnsent(other.id)).toBe(1);
});

test.each([
  ['knows of the new user', comes],
  ['does not know of the new user', () => writeLastUser(other)],
])('does not sign out a new user when the previous one answers the question: the page %s', async (_what, come) => {
  const answer = Promise.withResolvers<boolean>();
  asked.mockReset().mockReturnValue(answer.promise);
  const page = await open();
  await edits(own.id);
  vi.stubGlobal('navigator', { onLine: false });
  page.dispatch(signOutRequested());
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce(), patience);
  await edits();
  come();
  if (come === comes) await page.becomesTheirs();
  const isStillAsked = !asked.mock.lastCall?.[1]?.aborted;
  answer.resolve(true);
  await page.becomesTheirs();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.made.filter(({ address }) => address.endsWith('/logout'))).toEqual([]);
  expect(page.state().session.user).toMatchObject({ id: other.id });
  expect(notedSignOut()).toBeNull();
  expect(await countUnsent(other.id)).toBe(1);
  expect(isStillAsked, 'closes the question of a user who is gone').toBe(come !== comes);
});

test.each([
  ['the other tab announces it', comes],
  ['the previous user signs out', (page: Page) => page.dispatch(signOutRequested())],
])('switches to the remembered new user while offline: %s', async (_what, happens) => {
  let answer: object = { success: true, user: own };
  const page = await open({ [verify]: () => answer });
  answer = new NetworkError('down');
  vi.stubGlobal('navigator', { onLine: false });
  writeLastUser(other);
  await edits();
  happens(page);
  await page.becomesTheirs();
  expect(notedSignOut()).toBeNull();
  expect(await countUnsent(other.id)).toBe(1);
});

test("keeps a new user's unsent changes on a sign-out in another tab", async () => {
  const page = await open();
  await edits();
  writeLastUser(other);
  noteSignOut();
  signsOut();
  await vi.waitFor(() => expect(page.state().session.user).toBeNull(), patience);
  await vi.waitFor(() => expect(rememberedUser()).toBeNull(), patience);
  expect(await countUnsent(other.id)).toBe(1);
});

test('keeps the data of a user who has signed in again when the sign-out arrives late', async () => {
  const page = await open({ [verify]: { success: true, user: own } });
  await edits(own.id);
  writeLastUser(own);
  signsOut();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.state().session.user).toMatchObject({ id: own.id });
  expect(await countUnsent(own.id)).toBe(1);
});

test.each([
  ['signed out', null],
  ['another user signed in', other],
])('deletes data that a page stored after another tab removed its user: %s', async (_what, next) => {
  const page = await open({ [verify]: { success: true, user: own } });
  await keepOnDevice({ entries: [anEntry()] }, own.id);
  writeLastUser(next);
  if (next) page.dispatch(signedIn(next));
  else signsOut();
  await vi.waitFor(async () => expect(await isKept(own.id)).toBe(false), patience);
  expect(rememberedUser()?.id).toBe(next?.id);
});

test.each([
  ['in this page', (page: Page) => page.dispatch(signedIn(other))],
  [
    'in another tab, after a sign-out',
    (page: Page) => {
      page.dispatch(signedOut());
      writeLastUser(other);
    },
  ],
])('ignores a late 401 of the previous user when another has signed in %s', async (_where, comes) => {
  const refused = Promise.withResolvers<Error>();
  const page = await open({ 'GET /api/auth/providers': () => refused.promise });
  page.dispatch(ask());
  await vi.waitFor(() => expect(page.made.at(-1)?.address).toBe('/api/auth/providers'), patience);
  comes(page);
  await vi.waitFor(() => expect(rememberedUser()?.id).toBe(other.id), patience);
  await edits();
  refused.resolve(new ApiError(401, {}));
  await page.becomesTheirs();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.state().session.user).toMatchObject({ id: other.id });
  expect(await readDevice(other.id)).toMatchObject({ saved: { '3030-1': {} }, queue: [{}] });
});

test.each([
  ['another user', other],
  ['the same user', own],
])('deletes nothing when %s signs in while a slow tab deletes stored data', async (_who, next) => {
  const page = await open();
  const names = Promise.withResolvers<string[]>();
  vi.stubGlobal('caches', { keys: () => names.promise });
  page.dispatch(signedOut());
  await edits(next.id);
  writeLastUser(next);
  names.resolve([]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(readLastUser()).toMatchObject({ id: next.id });
  expect(await countUnsent(next.id)).toBe(1);
});
