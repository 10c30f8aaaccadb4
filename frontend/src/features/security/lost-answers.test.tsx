// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { giveUp } from '../../lib/waiting.ts';
import { failure } from '../../testing/answers.ts';
import { aPasskey, aUser } from '../../testing/builders.ts';
import { onScreen } from '../../testing/screen.tsx';
import { serverStore } from '../../testing/server-store.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { PasskeysPanel } from './factors/passkeys-panel.tsx';
import { PasswordPanel } from './security-page.tsx';
import './forms.tsx';
import { TokensPanel } from './tokens/tokens-panel.tsx';

vi.mock('@simplewebauthn/browser', () => ({ startRegistration: async () => ({ id: crypto.randomUUID() }) }));
vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('PublicKeyCredential', class {});

const ok = { success: true, message: '' };
const lost = new TypeError('Failed to fetch');
const answers = {
  'GET /api/auth/sign-in-methods': { ...ok, has_password: true, identities: [], providers: [], pending_email: null },
  'GET /api/auth/second-factors': { ...ok, has_totp: false, recovery_codes_left: 0, passkeys: [aPasskey()] },
  'GET /api/auth/api-tokens': { ...ok, tokens: [] },
  'GET /api/auth/activity': { ...ok, activity: [], has_more: false },
  'POST /api/auth/passkeys/options': { ...ok, options: {} },
};

let leave = async () => {};
afterEach(() => leave());

/** @param endpoint endpoint that returns the outcomes in order, repeating the last one */
async function visit(part: ReactNode, endpoint: string, ...outcomes: readonly (object | Error)[]) {
  const left = [...outcomes];
  const next = () => (left.length > 1 ? left.shift() : left[0]) ?? lost;
  const server = serverStore({ ...answers, [endpoint]: next });
  const screen = await onScreen(server.store, part);
  leave = screen.leave;
  const sent = () => server.made.filter(({ method, address }) => `${method} ${address}` === endpoint);
  const said = (text: string) => screen.found(() => document.body.textContent?.includes(text) || null);
  return { ...screen, ...server, sent, said, keys: () => sent().map(({ key }) => key) };
}

const fault = failure(500, 'internal', 'Something went wrong.');

async function makeToken(...outcomes: readonly (object | Error)[]) {
  const visited = await visit(<TokensPanel />, 'POST /api/auth/api-tokens', ...outcomes);
  const send = async (times: number) => {
    await visited.press('Create token');
    await visited.found(() => visited.sent()[times - 1]);
    await visited.answered(() => {});
  };
  await visited.press('Create a token');
  await visited.fill('Name', 'Backup');
  return { ...visited, send };
}

/** Changes the password; the response is lost. */
async function changeInVain(part: ReactNode) {
  const visited = await visit(part, 'POST /api/auth/change-password', lost);
  const { press, fill, found, sent, said } = visited;
  await press('Change password');
  await fill('Current password', 'Old#Password1');
  await fill('New password', 'Violet#Harbour92');
  await fill('Confirm new password', 'Violet#Harbour92');
  await press('Change password');
  await found(() => sent()[0]);
  giveUp();
  await said('could not be changed');
  return visited;
}

test('resends a form with the same idempotency key after a lost response', async () => {
  const { press, found, sent, keys } = await changeInVain(<PasswordPanel user={aUser()} />);
  const before = sent().length;
  await press('Change password');
  await found(() => sent()[before]);
  giveUp();
  expect(new Set(keys()).size).toBe(1);
});

test('loads nothing in a session that a lost password change may have ended', async () => {
  const { made } = await changeInVain(
    <>
      <PasswordPanel user={aUser()} />
      <ActivityPanel />
    </>,
  );
  expect(made.filter(({ address }) => address.startsWith('/api/auth/activity'))).toHaveLength(1);
});

test('makes one token when responses are lost', async () => {
  const { send, keys } = await makeToken(fault);
  await send(1);
  await send(2);
  await send(3);
  expect(new Set(keys()).size).toBe(1);
});

test('takes a new idempotency key after a refusal', async () => {
  const { send, keys } = await makeToken(fault, failure(409, 'auth.too_many_api_tokens', 'Too many.'), fault);
  await send(1);
  await send(2);
  await send(3);
  expect(keys()[1]).toBe(keys()[0]);
  expect(keys()[2]).not.toBe(keys()[1]);
});

test('takes a new idempotency key for another value, and again when it is changed back', async () => {
  const { send, fill, keys } = await makeToken(fault);
  await send(1);
  await fill('Name', 'Other');
  await send(2);
  await fill('Name', 'Backup');
  await send(3);
  expect(new Set(keys()).size).toBe(3);
});

test('takes a new idempotency key when the form is reopened', async () => {
  const { send, press, fill, keys } = await makeToken(fault);
  await send(1);
  await press('Cancel');
  await press('Create a token');
  await fill('Name', 'Backup');
  await send(2);
  expect(new Set(keys()).size).toBe(2);
});

test('resends the same passkey after a lost response', async () => {
  const { press, fill, found, sent, said, keys } = await visit(<PasskeysPanel />, 'POST /api/auth/passkeys', fault, ok);
  await press('Add a passkey');
  await fill('Name', 'Key');
  await press('Continue');
  await said('Something went wrong.');
  await press('Continue');
  await found(() => sent()[1]);
  expect(sent()[1]?.body).toEqual(sent()[0]?.body);
  expect(new Set(keys()).size).toBe(1);
});
