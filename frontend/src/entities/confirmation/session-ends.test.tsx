// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-errors.ts';
import { confirming, isNotConfirmed } from '../../lib/confirmation.ts';
import { failure } from '../../test/answers.ts';
import { onScreen } from '../../test/screen.tsx';
import { serverStore } from '../../test/server-store.ts';
import { signedOut } from '../session/slice.ts';
import { Confirmations } from './confirmations.tsx';
import './dialog/confirmation-dialog.tsx';

test('does not ask for a confirmation after the session has ended', async () => {
  const { store } = serverStore({});
  const { found, dialog, answered } = await onScreen(store, <Confirmations />);
  const refused = { ...failure(403, 'auth.step_up_required').failure, methods: ['password'] };
  const outcome = confirming(() => Promise.reject(new ApiError(403, refused as never))).catch(isNotConfirmed);
  await found(dialog);
  await answered(() => store.dispatch(signedOut()));
  expect(dialog()).toBeNull();
  expect(await outcome).toBe(true);
});
