import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { expect, test } from 'vitest';
import { addPasskey, appOf, FactorBrowser, halfway, withPasskey, withTotp } from './factor-browser.ts';
import { form, passwordChange, tokenIn } from './people.ts';
import { startAuth } from './setup.ts';

const service = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' });

/** Completes a second step and returns a function that repeats the request. */
async function secondStep({ form, app }: Awaited<ReturnType<typeof withTotp>>) {
  const other = await halfway(service, form.username);
  const cookie = `second-factor=${other.cookies.get('second-factor')}`;
  const [key, body] = [randomUUID(), { code: app() }];
  const send = () =>
    new FactorBrowser(service).attempt(factorCalls.finishSignIn, { body }, { key, headers: { cookie } });
  expect((await send()).status).toBe(200);
  return send;
}

test('rejects a repeated second step after the password was changed', async () => {
  const owner = await withTotp(service);
  const again = await secondStep(owner);
  await owner.browser.call(accountCalls.changePassword, { body: passwordChange });
  expect((await again()).status).toBe(404);
});

test('rejects a repeated second step after "sign out everywhere"', async () => {
  const owner = await withTotp(service);
  const again = await secondStep(owner);
  await owner.browser.call(accountCalls.endOtherSessions);
  expect((await again()).status).toBe(404);
});

test('rejects a repeated sign-in with a removed passkey', async () => {
  const owner = await withPasskey(service);
  await addPasskey(owner, 'Phone');
  const browser = new FactorBrowser(service);
  const assertion = owner.key.get(await browser.challenge('sign-in'));
  const cookie = `passkey-sign-in=${browser.cookies.get('passkey-sign-in')}`;
  const key = randomUUID();
  const send = () =>
    new FactorBrowser(service).attempt(
      factorCalls.signInWithPasskey,
      { body: { assertion } },
      { key, headers: { cookie } },
    );
  expect((await send()).status).toBe(200);
  await owner.browser.attempt(factorCalls.removePasskey, { params: { id: owner.passkey.id } });
  await owner.browser.call(accountCalls.endOtherSessions);
  expect((await send()).status).toBe(401);
});

test('does not bypass a second factor added since the registration', async () => {
  const [key, body] = [randomUUID(), form()];
  const first = await service.api.attempt(authCalls.register, { body }, { key });
  const sessionId = sessionIdOf(tokenIn(first.headers) ?? '');
  const { user } = first.body;
  const owner = new FactorBrowser(service, { userId: user.id, username: user.username, sessionId });
  const { secret } = await owner.call(factorCalls.beginTotp);
  await owner.call(factorCalls.confirmTotp, { body: { code: appOf(secret)() } });
  const again = await service.api.attempt(authCalls.register, { body }, { key });
  expect(tokenIn(again.headers)).toBeUndefined();
});
