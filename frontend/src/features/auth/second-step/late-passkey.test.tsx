// @vitest-environment jsdom
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { patience } from '../../../testing/patience.ts';
import { onScreen } from '../../../testing/screen.tsx';
import { PasskeyButton } from '../login-page.tsx';
import { authSlice } from '../slice.ts';

const answer = vi.hoisted(() => Promise.withResolvers<object>());
const asked = vi.hoisted(() => vi.fn());
vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: () => {
    asked();
    return answer.promise;
  },
}));
vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('PublicKeyCredential', class {});

let leave = async () => {};
afterEach(() => leave());

test('does not show a late passkey error on another form', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', options: {} }));
  const store = configureStore({ reducer: combineReducers({ auth: authSlice.reducer }) });
  const screen = await onScreen(store, <PasskeyButton disabled={false} />);
  leave = screen.leave;
  await screen.press('Continue with a passkey');
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), patience);
  await screen.show(null);
  await screen.answered(() => answer.reject(new Error('broken')));
  expect(store.getState().auth.error).toBeNull();
});
