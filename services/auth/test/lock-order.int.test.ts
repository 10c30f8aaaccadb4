import type { Call } from '@nightshelf/contracts/call.ts';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { expect, test } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { person, withPasskey, withTotp } from './factor-browser.ts';
import { verify } from './mailbox.ts';
import { mailedLink, mailedReset } from './mailed-links.ts';
import { join, type Person, password } from './people.ts';
import { startAuth } from './setup.ts';
import { inTurn, takeBackBefore, theUser } from './two-changes.ts';

const service = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' });

const passwords = { password: 'Difference#2', confirm_password: 'Difference#2' };
const undo = (token: string) => service.api.attempt(accountCalls.undoEmailChange, { body: { token } });
const ask = ({ api }: Person, email: string) =>
  api.attempt(accountCalls.changeEmail, { body: { email, current_password: password } });
const reset = (token: string) => service.api.attempt(accountCalls.resetPassword, { body: { token, ...passwords } });
const confirm = ({ user }: Person) =>
  service.query('update users set email_verified_at = now() where id = $1', [user.id]);
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

test('confirms an address while another change is requested', async () => {
  const one = await join(service);
  const token = await mailedLink(service, one, 'change');
  const both = await inTurn(
    service,
    theUser(one.user.id),
    () => ask(one, `new.${one.form.email}`),
    () => verify(one, token),
  );
  expect(statuses(both)).toEqual([202, 400]);
});

test('undoes two address changes concurrently and keeps the earlier one', async () => {
  const one = await join(service);
  const [earlier, later] = [await mailedLink(service, one, 'undo'), await mailedLink(service, one, 'undo')];
  const both = await inTurn(
    service,
    theUser(one.user.id),
    () => undo(earlier),
    () => undo(later),
  );
  expect(statuses(both)).toEqual([200, 400]);
});

test('keeps the undone one of two address changes made in the same millisecond', async () => {
  const one = await join(service);
  const [first, second] = [await mailedLink(service, one, 'undo'), await mailedLink(service, one, 'undo')];
  await service.query('update address_links set created_at = now() where user_id = $1', [one.user.id]);
  expect(statuses([await undo(second), await undo(first)])).toEqual([200, 400]);
});

test('resets a password by mail while it is changed', async () => {
  const one = await join(service);
  const token = await mailedReset(service, one.user.id);
  const body = { current_password: password, ...passwords };
  const both = await inTurn(
    service,
    theUser(one.user.id),
    () => one.api.attempt(accountCalls.changePassword, { body }),
    () => reset(token),
  );
  expect(statuses(both)).toEqual([200, 400]);
});

test('revokes an API token while the account is recovered', async () => {
  const one = await join(service);
  const body = { name: 'mine', scopes: ['library:write' as const], days: 90 as const };
  const { token } = await one.api.call(apiTokenCalls.createApiToken, { body });
  const link = await mailedReset(service, one.user.id);
  const both = await inTurn(
    service,
    theUser(one.user.id),
    () => reset(link),
    () => one.api.attempt(apiTokenCalls.revokeApiToken, { params: { id: token.id } }),
  );
  expect(statuses(both)).toEqual([200, 404]);
});

test('renames a passkey while it is removed', async () => {
  const { browser, user, passkey } = await withPasskey(service);
  const params = { id: passkey.id };
  const both = await inTurn(
    service,
    theUser(user.id),
    () => browser.attempt(factorCalls.removePasskey, { params }),
    () => browser.attempt(factorCalls.renamePasskey, { params, body: { name: 'Phone' } }),
  );
  expect(statuses(both)).toEqual([200, 404]);
});

test('accepts no recovery code while all of them are replaced', async () => {
  const { browser, user } = await withTotp(service);
  const { recovery_codes: codes } = await browser.call(factorCalls.makeRecoveryCodes);
  const both = await inTurn(
    service,
    theUser(user.id),
    () => browser.attempt(factorCalls.makeRecoveryCodes, {}),
    () => browser.attempt(factorCalls.stepUp, { body: { recovery_code: codes[0] } }),
  );
  expect(statuses(both)).toEqual([201, 422]);
});

test("lets two users request each other's address", async () => {
  const [one, other] = [await join(service), await join(service)];
  for (const each of [one, other]) {
    await confirm(each);
    await mailedLink(service, each, 'change');
  }
  const both = await inTurn(
    service,
    ['select from address_links where user_id = any($1) for update', [[one.user.id, other.user.id]]],
    () => ask(one, other.form.email),
    () => ask(other, one.form.email),
  );
  expect(statuses(both)).toEqual([202, 202]);
});

test("lets two users confirm each other's unverified address", async () => {
  const [one, other] = [await join(service), await join(service)];
  const ofOne = await mailedLink(service, { ...one, form: other.form }, 'change');
  const ofOther = await mailedLink(service, { ...other, form: one.form }, 'change');
  // Stops each request where it marks its link as used, with its own user locked.
  await service.query(`create function wait_for_all() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$`);
  await service.query(`create trigger wait_for_all before update of used_at on address_links
    for each row execute function wait_for_all()`);
  try {
    const both = await inTurn(
      service,
      ['select pg_advisory_xact_lock($1)', [1]],
      () => verify(one, ofOne),
      () => verify(other, ofOther),
    );
    expect(statuses(both)).toEqual([200, 200]);
  } finally {
    await service.query('drop function wait_for_all cascade');
  }
  const rows = await service.query<{ email: string | null }>('select email from users where id = any($1) order by id', [
    [one.user.id, other.user.id],
  ]);
  expect(rows.map(({ email }) => email)).toEqual([other.form.email, one.form.email]);
});

test.each(['an API token', 'a passkey'])(
  'discards %s that is created while the account is recovered by mail',
  async (what) => {
    const { browser, user } = await person(service);
    const { options } = await browser.call(factorCalls.beginPasskey);
    const credential = new Authenticator().create(options as never);
    const [call, body]: [Call, object] =
      what === 'a passkey'
        ? [factorCalls.addPasskey, { name: 'mine', credential }]
        : [apiTokenCalls.createApiToken, { name: 'mine', scopes: ['library:write'], days: 90 }];
    const made = await takeBackBefore(service, user.id, () => browser.attempt(call, { body }));
    const kept =
      'select name from api_tokens where user_id = $1 union all select name from passkeys where user_id = $1';
    expect([made.status, await service.query(kept, [user.id])]).toEqual([401, []]);
  },
);
