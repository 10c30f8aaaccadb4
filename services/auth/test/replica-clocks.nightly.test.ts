import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { appOf, FactorBrowser, halfway, person, withTotp } from './factor-browser.ts';
import { join, password } from './people.ts';
import { startAuth } from './setup.ts';

const service = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' });
afterEach(() => {
  vi.restoreAllMocks();
});

/** Simulates a replica with a wrong clock for the next requests. */
function replicaOff(minutes: number): void {
  const realNow = Date.now.bind(Date);
  vi.restoreAllMocks();
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * 60_000);
}

test.each([-5, 5])('confirms an app and signs in on a replica whose clock is off by %d minutes', async (minutes) => {
  const { browser, user, form } = await person(service);
  const { secret } = await browser.call(factorCalls.beginTotp);
  const code = appOf(secret)();
  replicaOff(minutes);
  expect((await browser.attempt(factorCalls.confirmTotp, { body: { code } })).status).toBe(200);
  await service.query('update totp set last_step = 0 where user_id = $1', [user.id]);
  const other = await halfway(service, form.username);
  expect((await other.finish({ code })).status).toBe(200);
});

/** Changes a password on a replica with a wrong clock and returns a function that repeats the request. */
async function changedAt(minutes: number) {
  const { api, token } = await join(service);
  const [key, body] = [
    randomUUID(),
    { current_password: password, password: 'Difference#2', confirm_password: 'Difference#2' },
  ];
  replicaOff(minutes);
  expect((await api.attempt(accountCalls.changePassword, { body }, { key })).status).toBe(200);
  vi.restoreAllMocks();
  const again = async () => {
    const headers = { cookie: `session=${token}` };
    return (await service.api.attempt(accountCalls.changePassword, { body }, { key, headers })).status;
  };
  return { key, again };
}

test('repeats a change made by a replica whose clock is behind', async () => {
  const { again } = await changedAt(-10);
  expect(await again()).toBe(200);
});

test("does not repeat for longer when the replica's clock is ahead", async () => {
  const { key, again } = await changedAt(10);
  await service.query(
    `update idempotency_keys
     set result = jsonb_set(result::jsonb, '{at}', to_jsonb((result::jsonb ->> 'at')::float8 - 300000))::text
     where key = $1`,
    [key],
  );
  expect(await again()).toBe(401);
});

test('repeats a sign-in accepted by a replica whose clock is behind', async () => {
  const { form, app } = await withTotp(service);
  const browser = await halfway(service, form.username);
  const cookie = `second-factor=${browser.cookies.get('second-factor')}`;
  const [key, body] = [randomUUID(), { code: app() }];
  const send = async () =>
    (await new FactorBrowser(service).attempt(factorCalls.finishSignIn, { body }, { key, headers: { cookie } })).status;
  replicaOff(-10);
  expect(await send()).toBe(200);
  vi.restoreAllMocks();
  expect(await send()).toBe(200);
});
