// @vitest-environment jsdom
import { Navigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { failure } from '../../test/answers.ts';
import { aUser } from '../../test/builders.ts';
import { onScreen } from '../../test/screen.tsx';
import { serverStore } from '../../test/server-store.ts';
import { page as forgot } from './forgot-password-page.tsx';
import { page as reset } from './reset-password-page.tsx';

const ok = { success: true, message: '' };
const set = 'POST /api/auth/reset-password';
const who = 'GET /api/auth/verify-token';
const announced = 'Your new password is set. Please sign in with it.';

/** Opens a page in the browser of a signed-in user. */
async function visit({ Page }: typeof reset, responses: Parameters<typeof serverStore>[0]) {
  const outlook = { ...ok, username: 'ada', is_takeover: false, identities: [] };
  const server = serverStore({ 'POST /api/auth/reset-password/link': outlook, ...responses });
  const screen = await onScreen(server.store, <Navigate to={`/reset-password#token=${'a'.repeat(43)}`} />);
  await screen.show(<Page />);
  const setPassword = async () => {
    await screen.fill('New password', 'Analytical#1');
    await screen.fill('Confirm new password', 'Analytical#1');
    await screen.press('Set password');
  };
  const announcement = () => screen.found(() => server.alerts().find((text) => text === announced));
  return { ...server, ...screen, setPassword, announcement };
}

test.each([
  ['no user is signed in any more', { ...ok, user: null }],
  ['the server cannot be reached', failure(500, 'internal')],
])('signs out after a new password, because every session has ended: %s', async (_, answer) => {
  const { setPassword, announcement, state } = await visit(reset, { [set]: ok, [who]: answer });
  await setPassword();
  await announcement();
  expect(state().session.user).toBeNull();
});

test('keeps another user signed in when the link belongs to a different account', async () => {
  const { setPassword, announcement, state } = await visit(reset, { [set]: ok, [who]: { ...ok, user: aUser() } });
  await setPassword();
  await announcement();
  expect(state().session.user?.id).toBe(aUser().id);
});

test.each([
  ['used or old', failure(400, 'auth.reset_token_invalid', 'No longer valid.')],
  ['malformed', failure(422, 'auth.invalid', 'Please check.', { token: ['The link is incomplete.'] })],
])('distinguishes a link that is %s from a refused password', async (_, error) => {
  const { setPassword, reads } = await visit(reset, { [set]: error });
  await setPassword();
  await reads('This link is no longer valid.');
});

test('shows a too common password on its field, and keeps the user signed in', async () => {
  const common = failure(422, 'auth.invalid', 'Please check.', { password: ['This password is too common.'] });
  const { setPassword, reads, state } = await visit(reset, { [set]: common });
  await setPassword();
  await reads('This password is too common.');
  expect(state().session.user).not.toBeNull();
});

test('announces a new password after the user has left the form, without changing the next form', async () => {
  const answer = Promise.withResolvers<object>();
  const { setPassword, found, made, show, answered, announcement } = await visit(reset, {
    [set]: () => answer.promise,
    [who]: { ...ok, user: null },
  });
  await setPassword();
  await found(() => made.find(({ address }) => address === '/api/auth/reset-password'));
  await show(<forgot.Page />);
  await answered(() => answer.resolve(ok));
  await announcement();
  expect(document.querySelector('h1')?.textContent).toBe('Forgot your password?');
});
