import { setTimeout as pause } from 'node:timers/promises';
import { fork } from 'typed-redux-saga';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { noteSignOut } from '../../lib/sign-out-note.ts';
import { anEntry } from '../../test/builders.ts';
import { patience } from '../../test/patience.ts';
import { stubBrowser } from '../../test/stub-browser.ts';
import { noChanges, openVault, startWithVault, vaultUser } from '../../test/vault-visit.ts';
import { librarySaga } from '../library/saga.ts';
import { selectWaiting } from '../library/selectors.ts';
import { libraryNeeded, updateRequested } from '../library/slice.ts';
import { sessionSaga } from '../session/saga.ts';
import '../session/signing-out.ts';
import { signOutRequested } from '../session/slice.ts';

const asked = vi.fn(async () => false);
vi.mock('./unsent-dialog.tsx', () => ({ askToLeave: (...given: []) => asked(...given) }));

const entry = anEntry({ rating: 5 });

startWithVault([entry]);
beforeEach(() => {
  stubBrowser();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => noteSignOut(null));

function* saga() {
  yield* fork(sessionSaga);
  yield* fork(librarySaga);
}

test.each(['', 'not '])('asks before signing out when pending changes could %sbe stored on the disk', async (not) => {
  asked.mockClear();
  let isDown = false;
  const page = openVault(
    {
      'GET /api/auth/verify-token': { success: true, user: vaultUser },
      'GET /api/games/library': () => (isDown ? new NetworkError('down') : noChanges),
      'PUT /api/games/library/:id': new NetworkError('down'),
    },
    { before: { type: 'start' }, saga },
  );
  await page.sees(({ session }) => expect(session.known).toBe(true));
  page.dispatch(libraryNeeded());
  await page.sees(({ library }) => expect(library.status).toBe('ready'));
  await pause(100);
  vi.stubGlobal('navigator', { onLine: false, locks: navigator.locks });
  isDown = true;
  if (not)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
  page.dispatch(updateRequested({ entry, changes: { rating: 8 } }));
  await page.sees((seen) => expect([selectWaiting(seen), seen.library.isUnkept]).toEqual([1, not !== '']));
  page.dispatch(signOutRequested());
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(1, expect.any(AbortSignal)), patience);
  expect(page.state().library.entries['3030-1']?.rating).toBe(8);
});
