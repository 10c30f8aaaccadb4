// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveUp } from '../../lib/waiting.ts';
import { failure } from '../../test/answers.ts';
import { aPasskey, aUser } from '../../test/builders.ts';
import { patience } from '../../test/patience.ts';
import { onScreen } from '../../test/screen.tsx';
import { serverStore } from '../../test/server-store.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { AddressPanel } from './address/address-panel.tsx';
import './forms.tsx';
import './factors/add-totp-dialog.tsx';
import { PasskeysPanel } from './factors/passkeys-panel.tsx';
import { RecoveryCodesPanel } from './factors/recovery-codes-panel.tsx';
import { TotpPanel } from './factors/totp-panel.tsx';
import { PasswordPanel } from './security-page.tsx';
import { TokensPanel } from './tokens/tokens-panel.tsx';

const makeCredential = vi.hoisted(() => vi.fn());
vi.mock('@simplewebauthn/browser', () => ({ startRegistration: makeCredential }));
vi.stubGlobal('isSecureContext', true);
vi.stubGlobal('PublicKeyCredential', class {});

const ok = { success: true, message: '' };
const factors = {
  ...ok,
  has_totp: false,
  recovery_codes_left: 0,
  passkeys: [aPasskey(), aPasskey({ id: '2', name: 'Laptop' })],
};
const known = {
  'GET /api/auth/sign-in-methods': { ...ok, has_password: true, identities: [], providers: [], pending_email: null },
  'GET /api/auth/second-factors': factors,
  'GET /api/auth/api-tokens': { ...ok, tokens: [] },
  'GET /api/auth/activity': { ...ok, activity: [], has_more: false },
  'POST /api/auth/passkeys/options': { ...ok, options: {} },
  'POST /api/auth/totp': { ...ok, secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
};

beforeEach(() => makeCredential.mockImplementation(async () => ({ id: crypto.randomUUID() })));
afterEach(() => vi.clearAllMocks());

async function visit(part: ReactNode, answers: Parameters<typeof serverStore>[0]) {
  const server = serverStore({ ...known, ...answers });
  const screen = await onScreen(server.store, part);
  const sent = (endpoint: string) => server.made.filter(({ method, address }) => `${method} ${address}` === endpoint);
  const isAsked = (endpoint: string, times = 1) => screen.found(() => sent(endpoint)[times - 1]);
  const addPasskey = async () => {
    await screen.press('Add a passkey');
    await screen.fill('Name', 'Key');
    await screen.press('Continue');
  };
  return { ...screen, ...server, sent, isAsked, addPasskey };
}

/** Visits with one endpoint whose response the test controls. */
async function visitHeld(part: ReactNode, endpoint: string) {
  const { promise, resolve } = Promise.withResolvers<object>();
  const visited = await visit(part, { [endpoint]: () => promise });
  return { ...visited, answer: (body = {}) => visited.answered(() => resolve({ ...ok, ...body })) };
}

const newPassword = {
  'Current password': 'Old#Password1',
  'New password': 'Violet#Harbour92',
  'Confirm new password': 'Violet#Harbour92',
};

it.each([
  {
    part: <PasswordPanel user={aUser()} />,
    endpoint: 'POST /api/auth/change-password',
    open: ['Change password', 'Change password'],
    fields: newPassword,
    submit: 'Change password',
    notice: ['Your password is changed. You are signed out everywhere else.'],
    later: ['Current password', 'Violet'],
  },
  {
    part: <AddressPanel user={aUser()} />,
    endpoint: 'POST /api/auth/email',
    open: ['Change address', 'Change address'],
    fields: { 'New email address': 'one@example.org', 'Current password': 'Old#Password1' },
    submit: 'Send link',
    notice: ['We sent a link to one@example.org.'],
    later: ['New email address', 'two@'],
  },
  {
    part: <TotpPanel />,
    endpoint: 'POST /api/auth/totp/confirm',
    open: ['Add an app', 'Add an app'],
    fields: { Code: '123456' },
    submit: 'Add the app',
    notice: ['Your authenticator app is added.'],
    later: ['Code', '65'],
  },
  {
    part: <PasskeysPanel />,
    endpoint: 'PATCH /api/auth/passkeys/1',
    open: ['Rename Phone', 'Rename Laptop'],
    fields: { Name: 'Old phone' },
    submit: 'Save',
    notice: [],
    later: ['Name', 'Work lap'],
  },
])('keeps a newer form open when an earlier $endpoint succeeds late', async (form) => {
  const { part, endpoint, open, fields, submit, notice, later } = form;
  const { press, fill, typed, dialog, answer, alerts, isAsked } = await visitHeld(part, endpoint);
  const [first = '', second = ''] = open;
  const [label = '', text = ''] = later;
  await press(first);
  for (const [name, value] of Object.entries(fields)) await fill(name, value);
  await press(submit);
  await isAsked(endpoint);
  await press('Cancel');
  await press(second);
  await fill(label, text);
  const title = dialog();
  await answer();
  expect(alerts()).toEqual(notice);
  expect(title).not.toBeNull();
  expect(dialog()).toBe(title);
  expect(typed(label)).toBe(text);
});

it('keeps another dialog open when a passkey is added late', async () => {
  const endpoint = 'POST /api/auth/passkeys';
  const { press, addPasskey, isAsked, answer, alerts, dialog } = await visitHeld(<PasskeysPanel />, endpoint);
  await addPasskey();
  await isAsked(endpoint);
  await press('Cancel');
  await press('Rename Laptop');
  await answer();
  expect(alerts()).toEqual(['The passkey Key is added.']);
  expect(dialog()).toBe('Rename the passkey');
});

it('does not ask the browser for a passkey after the dialog was closed', async () => {
  const endpoint = 'POST /api/auth/passkeys/options';
  const { press, addPasskey, answer, isAsked } = await visitHeld(<PasskeysPanel />, endpoint);
  await addPasskey();
  await isAsked(endpoint);
  await press('Cancel');
  await answer({ options: {} });
  expect(makeCredential).not.toHaveBeenCalled();
});

it('hides a passkey removed in another tab after its removal is refused', async () => {
  let passkeys = [aPasskey()];
  const { press, reads } = await visit(<PasskeysPanel />, {
    'GET /api/auth/second-factors': () => ({ ...factors, passkeys }),
    'DELETE /api/auth/passkeys/1': failure(404, 'auth.no_passkey', 'Passkey not found.'),
  });
  await reads('Phone');
  passkeys = [];
  await press('Remove Phone');
  await press('Remove');
  await vi.waitFor(() => expect(document.querySelector('main')?.textContent).not.toContain('Phone'), patience);
});

it('shows recovery codes on the next visit when the user left before the response', async () => {
  const made = Promise.withResolvers<object>();
  const before = await visit(<RecoveryCodesPanel />, { 'POST /api/auth/recovery-codes': () => made.promise });
  await before.press('Create recovery codes');
  await before.leave();
  await before.answered(() => made.resolve({ ...ok, recovery_codes: ['AAAA-BBBB'] }));
  const screen = await onScreen(before.store, <RecoveryCodesPanel />);
  await screen.found(screen.dialog);
  expect(document.body.textContent).toContain('AAAA-BBBB');
  await screen.press('I saved them');
  await screen.answered(() => {});
  expect(screen.dialog()).toBeNull();
});

const lost = new TypeError('Failed to fetch');
const fault = failure(500, 'internal', 'Something went wrong.');

/** Visits with an endpoint that returns these outcomes in order, repeating the last one. */
async function visitFailing(part: ReactNode, endpoint: string, ...outcomes: (object | Error)[]) {
  const next = () => (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) ?? lost;
  const visited = await visit(part, { [endpoint]: next });
  return { ...visited, sent: () => visited.sent(endpoint), keys: () => visited.sent(endpoint).map(({ key }) => key) };
}

/** Changes the password; the response is lost. */
async function changeInVain(part: ReactNode) {
  const visited = await visitFailing(part, 'POST /api/auth/change-password', lost);
  const { press, fill, found, sent, reads } = visited;
  await press('Change password');
  for (const [name, value] of Object.entries(newPassword)) await fill(name, value);
  await press('Change password');
  await found(() => sent()[0]);
  giveUp();
  await reads('Couldn’t change the password');
  return visited;
}

it('resends a form with the same idempotency key after a lost response', async () => {
  const { press, found, sent, keys } = await changeInVain(<PasswordPanel user={aUser()} />);
  const before = sent().length;
  await press('Change password');
  await found(() => sent()[before]);
  giveUp();
  expect(new Set(keys()).size).toBe(1);
});

it('loads nothing in a session that a lost password change may have ended', async () => {
  const { made } = await changeInVain(
    <>
      <PasswordPanel user={aUser()} />
      <ActivityPanel />
    </>,
  );
  expect(made.filter(({ address }) => address.startsWith('/api/auth/activity'))).toHaveLength(1);
});

async function makeToken(...outcomes: (object | Error)[]) {
  const visited = await visitFailing(<TokensPanel />, 'POST /api/auth/api-tokens', ...outcomes);
  const begin = async () => {
    await visited.press('Create a token');
    await visited.fill('Name', 'Backup');
  };
  const send = async (times: number) => {
    await visited.press('Create token');
    await visited.found(() => visited.sent()[times - 1]);
    await visited.answered(() => {});
  };
  await begin();
  return { ...visited, begin, send };
}

it('makes one token when responses are lost', async () => {
  const { send, keys } = await makeToken(fault);
  for (const times of [1, 2, 3]) await send(times);
  expect(new Set(keys()).size).toBe(1);
});

it('uses a new idempotency key after a rejected request', async () => {
  const { send, keys } = await makeToken(fault, failure(409, 'auth.too_many_api_tokens', 'Too many.'), fault);
  for (const times of [1, 2, 3]) await send(times);
  expect(keys()[1]).toBe(keys()[0]);
  expect(keys()[2]).not.toBe(keys()[1]);
});

it('uses a new idempotency key for another value, and again when it is changed back', async () => {
  const { send, fill, keys } = await makeToken(fault);
  await send(1);
  await fill('Name', 'Other');
  await send(2);
  await fill('Name', 'Backup');
  await send(3);
  expect(new Set(keys()).size).toBe(3);
});

it('uses a new idempotency key when the form is reopened', async () => {
  const { send, press, begin, keys } = await makeToken(fault);
  await send(1);
  await press('Cancel');
  await begin();
  await send(2);
  expect(new Set(keys()).size).toBe(2);
});

it('resends the same passkey after a lost response', async () => {
  const visited = await visitFailing(<PasskeysPanel />, 'POST /api/auth/passkeys', fault, ok);
  const { press, addPasskey, found, sent, reads, keys } = visited;
  await addPasskey();
  await reads('Something went wrong.');
  await press('Continue');
  await found(() => sent()[1]);
  expect(sent()[1]?.body).toEqual(sent()[0]?.body);
  expect(new Set(keys()).size).toBe(1);
});
