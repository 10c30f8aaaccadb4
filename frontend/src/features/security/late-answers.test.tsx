// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { aPasskey, aUser } from '../../testing/builders.ts';
import { onScreen } from '../../testing/screen.tsx';
import { serverStore } from '../../testing/server-store.ts';
import { AddressPanel } from './address/address-panel.tsx';
import './forms.tsx';
import { PasskeysPanel } from './factors/passkeys-panel.tsx';
import { TotpPanel } from './factors/totp-panel.tsx';
import './factors/add-totp-dialog.tsx';
import { PasswordPanel } from './security-page.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('@simplewebauthn/browser', () => ({ startRegistration: asked }));
vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('PublicKeyCredential', class {});

const ok = { success: true, message: '' };
const known = {
  'GET /api/auth/sign-in-methods': { ...ok, has_password: true, identities: [], providers: [], pending_email: null },
  'GET /api/auth/second-factors': {
    ...ok,
    has_totp: false,
    recovery_codes_left: 0,
    passkeys: [aPasskey(), aPasskey({ id: '2', name: 'Laptop' })],
  },
  'POST /api/auth/totp': { ...ok, secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
};

let leave = async () => {};
afterEach(async () => {
  await leave();
  vi.clearAllMocks();
});

/** @param endpoint endpoint whose responses the test controls */
async function visit(part: ReactNode, endpoint: string) {
  const { promise, resolve } = Promise.withResolvers<object>();
  const server = serverStore({ ...known, [endpoint]: () => promise });
  const screen = await onScreen(server.store, part);
  leave = screen.leave;
  const isAsked = () =>
    screen.found(() => server.made.find(({ method, address }) => `${method} ${address}` === endpoint));
  return { ...screen, ...server, isAsked, answer: (body = {}) => screen.answered(() => resolve({ ...ok, ...body })) };
}

test('keeps a newer password form open when an earlier change succeeds late', async () => {
  const { press, fill, typed, dialog, answer, alerts, isAsked } = await visit(
    <PasswordPanel user={aUser()} />,
    'POST /api/auth/change-password',
  );
  await press('Change password');
  await fill('Current password', 'Old#Password1');
  await fill('New password', 'Violet#Harbour92');
  await fill('Confirm new password', 'Violet#Harbour92');
  await press('Change password');
  await isAsked();
  await press('Cancel');
  await press('Change password');
  await fill('Current password', 'Violet');
  await answer();
  expect(alerts()).toEqual(['Your password is changed. You are signed out everywhere else.']);
  expect(dialog()).toBe('Change password');
  expect(typed('Current password')).toBe('Violet');
});

test('keeps a newer address form open when an earlier change succeeds late', async () => {
  const { press, fill, typed, dialog, answer, alerts, isAsked } = await visit(
    <AddressPanel user={aUser()} />,
    'POST /api/auth/email',
  );
  await press('Change address');
  await fill('New email address', 'one@example.org');
  await fill('Current password', 'Old#Password1');
  await press('Send link');
  await isAsked();
  await press('Cancel');
  await press('Change address');
  await fill('New email address', 'two@');
  await answer();
  expect(alerts()).toEqual(['We sent a link to one@example.org.']);
  expect(dialog()).toBe('Change address');
  expect(typed('New email address')).toBe('two@');
});

test('keeps a newer authenticator key open when an earlier confirmation succeeds late', async () => {
  const { press, fill, typed, answer, isAsked } = await visit(<TotpPanel />, 'POST /api/auth/totp/confirm');
  await press('Add an app');
  await fill('Code', '123456');
  await press('Add the app');
  await isAsked();
  await press('Cancel');
  await press('Add an app');
  await fill('Code', '65');
  await answer();
  expect(typed('Code')).toBe('65');
});

test('does not show an unused authenticator key again after the app is removed', async () => {
  let has_totp = false;
  const confirmed = Promise.withResolvers<object>();
  const server = serverStore({
    ...known,
    'GET /api/auth/second-factors': () => ({ ...known['GET /api/auth/second-factors'], has_totp }),
    'POST /api/auth/totp/confirm': () => confirmed.promise,
    'DELETE /api/auth/totp': () => {
      has_totp = false;
      return ok;
    },
  });
  const screen = await onScreen(server.store, <TotpPanel />);
  leave = screen.leave;
  await screen.press('Add an app');
  await screen.fill('Code', '123456');
  await screen.press('Add the app');
  await screen.press('Cancel');
  await screen.press('Add an app');
  await screen.found(() => screen.dialog());
  has_totp = true;
  await screen.answered(() => confirmed.resolve(ok));
  expect(screen.dialog()).toBeNull();
  await screen.press('Remove');
  await screen.press('Remove');
  await screen.found(() => server.alerts().find((text) => text === 'The authenticator app is removed.'));
  await screen.answered(() => {});
  expect(screen.dialog()).toBeNull();
});

test("keeps another passkey's form open when a rename succeeds late", async () => {
  const { press, fill, typed, dialog, answer, isAsked } = await visit(<PasskeysPanel />, 'PATCH /api/auth/passkeys/1');
  await press('Rename Phone');
  await fill('Name', 'Old phone');
  await press('Save');
  await isAsked();
  await press('Cancel');
  await press('Rename Laptop');
  await fill('Name', 'Work lap');
  await answer();
  expect(dialog()).toBe('Rename the passkey');
  expect(typed('Name')).toBe('Work lap');
});

test('keeps another dialog open when a passkey is added late', async () => {
  asked.mockResolvedValue({ id: 'credential' });
  const options = { 'POST /api/auth/passkeys/options': { ...ok, options: {} } };
  const added = Promise.withResolvers<object>();
  const server = serverStore({ ...known, ...options, 'POST /api/auth/passkeys': () => added.promise });
  const screen = await onScreen(server.store, <PasskeysPanel />);
  leave = screen.leave;
  await screen.press('Add a passkey');
  await screen.fill('Name', 'Key');
  await screen.press('Continue');
  await screen.found(() => server.made.find(({ address }) => address === '/api/auth/passkeys'));
  await screen.press('Cancel');
  await screen.press('Rename Laptop');
  await screen.answered(() => added.resolve(ok));
  expect(server.alerts()).toEqual(['The passkey Key is added.']);
  expect(screen.dialog()).toBe('Rename the passkey');
});

test('does not ask the browser for a passkey after the dialog was closed', async () => {
  const { press, fill, answer, isAsked } = await visit(<PasskeysPanel />, 'POST /api/auth/passkeys/options');
  await press('Add a passkey');
  await fill('Name', 'Key');
  await press('Continue');
  await isAsked();
  await press('Cancel');
  await answer({ options: {} });
  expect(asked).not.toHaveBeenCalled();
});
