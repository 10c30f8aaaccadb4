import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appOf, FactorBrowser } from './factor-browser.ts';
import { type IdentitySetting, startIdentitySetting } from './identity-setting.ts';
import { mailedReset } from './mailed-links.ts';
import { tokenIn } from './people.ts';

let setting: IdentitySetting;
beforeAll(async () => {
  setting = await startIdentitySetting({ ROLES: 'http', SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(() => setting.stop());

/** Completes a first sign-in with a provider and returns a function that repeats the request. */
async function firstSignIn() {
  const browser = setting.newBrowser();
  const { id } = setting.newPerson();
  await browser.signInWith('demo', id);
  const cookie = browser.cookiesFor(new URL('https://games.example.org'));
  const [key, body] = [randomUUID(), { username: `u${randomUUID().replaceAll('-', '').slice(0, 12)}` }];
  const send = () =>
    setting.service.api.attempt(accountCalls.completeIdentitySignIn, { body }, { key, headers: { cookie } });
  const first = await send();
  expect(first.status).toBe(201);
  const { user } = first.body;
  const identity: Identity = {
    userId: user.id,
    username: user.username,
    sessionId: sessionIdOf(tokenIn(first.headers) ?? ''),
  };
  return { user, send, identity };
}

test('does not bypass a second factor added since the first sign-in', async () => {
  const { send, identity } = await firstSignIn();
  const owner = new FactorBrowser(setting.service, identity);
  const { secret } = await owner.call(factorCalls.beginTotp);
  await owner.call(factorCalls.confirmTotp, { body: { code: appOf(secret)() } });
  await owner.call(accountCalls.endOtherSessions);
  expect(tokenIn((await send()).headers)).toBeUndefined();
});

test('does not open an account that was recovered by mail hours later', async () => {
  const { user, send } = await firstSignIn();
  const token = await mailedReset(setting.service, user.id);
  const [link] = await setting.service.query<{ id: string }>('select id from identities where user_id = $1', [user.id]);
  await setting.service.api.call(accountCalls.resetPassword, {
    body: { token, password: 'Difference#2', confirm_password: 'Difference#2', unlink: [link?.id ?? ''] },
  });
  await setting.service.query(`update idempotency_keys set noted_at = noted_at - interval '20 hours'`);
  expect(tokenIn((await send()).headers)).toBeUndefined();
});
