// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { failure } from '../../test/answers.ts';
import { aPasskey } from '../../test/builders.ts';
import { patience } from '../../test/patience.ts';
import { onScreen } from '../../test/screen.tsx';
import { serverStore } from '../../test/server-store.ts';
import { PasskeysPanel } from './factors/passkeys-panel.tsx';

vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('PublicKeyCredential', class {});

const ok = { success: true, message: '' };
const passkey = aPasskey();

let leave = async () => {};
afterEach(() => leave());

test('hides a passkey removed in another tab after its removal is refused', async () => {
  let passkeys = [passkey];
  const { store } = serverStore({
    'GET /api/auth/second-factors': () => ({ ...ok, has_totp: false, recovery_codes_left: 0, passkeys }),
    'DELETE /api/auth/passkeys/1': failure(404, 'auth.no_passkey', 'Passkey not found.'),
  });
  const screen = await onScreen(store, <PasskeysPanel />);
  leave = screen.leave;
  await screen.found(() => document.body.textContent?.includes('Phone') || null);
  passkeys = [];
  await screen.press('Remove Phone');
  await screen.press('Remove');
  await vi.waitFor(() => expect(document.querySelector('main')?.textContent).not.toContain('Phone'), patience);
});
