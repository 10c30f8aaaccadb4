// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { patience } from '../../testing/patience.ts';
import { onScreen } from '../../testing/screen.tsx';
import { serverStore } from '../../testing/server-store.ts';
import { RecoveryCodesPanel } from './factors/recovery-codes-panel.tsx';
import { TokensPanel } from './tokens/tokens-panel.tsx';
import './forms.tsx';

const ok = { success: true, message: '' };
const token = {
  id: '1',
  name: 'Backup',
  scopes: ['library:read'],
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  ends_at: '2126-01-01T00:00:00.000Z',
};
const factors = { ...ok, has_totp: true, recovery_codes_left: 0, passkeys: [] };

let leave = async () => {};
afterEach(() => leave());

test("shows a token's secret even when its form was closed before the response", async () => {
  const made = Promise.withResolvers<object>();
  const server = serverStore({
    'GET /api/auth/api-tokens': { ...ok, tokens: [] },
    'POST /api/auth/api-tokens': () => made.promise,
  });
  const screen = await onScreen(server.store, <TokensPanel />);
  leave = screen.leave;
  await screen.press('Create a token');
  await screen.fill('Name', 'Backup');
  await screen.press('Create token');
  await vi.waitFor(() => expect(server.made.some(({ method }) => method === 'POST')).toBe(true), patience);
  await screen.press('Cancel');
  await screen.answered(() => made.resolve({ ...ok, token, secret: 'shown-once' }));
  expect(screen.dialog()).toBeNull();
  await screen.press('Show token');
  expect(screen.typed('Token')).toBe('shown-once');
  await screen.press('Done');
  expect(document.body.textContent).not.toContain('Show token');
});

test('shows recovery codes on the next visit when the user left before the response', async () => {
  const made = Promise.withResolvers<object>();
  const server = serverStore({
    'GET /api/auth/second-factors': factors,
    'POST /api/auth/recovery-codes': () => made.promise,
  });
  const before = await onScreen(server.store, <RecoveryCodesPanel />);
  leave = before.leave;
  await before.press('Create recovery codes');
  await before.leave();
  await before.answered(() => made.resolve({ ...ok, recovery_codes: ['AAAA-BBBB'] }));
  const screen = await onScreen(server.store, <RecoveryCodesPanel />);
  leave = screen.leave;
  await screen.found(screen.dialog);
  expect(document.body.textContent).toContain('AAAA-BBBB');
  await screen.press('I saved them');
  await screen.answered(() => {});
  expect(screen.dialog()).toBeNull();
});
