import { randomUUID } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { createDatabase } from '@nightshelf/platform/database/database.ts';
import { Work } from '@nightshelf/platform/database/work.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { closeAfterTests } from '@nightshelf/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { pruneActivity } from '../src/activity/activity.ts';
import { takeMail } from '../src/mail/send-mail.ts';
import { answerResetRequest } from '../src/recovery/routes.ts';
import { authService } from '../src/service.ts';
import { Authenticator } from './authenticator.ts';
import { person, withPasskey, withTotp } from './factor-browser.ts';
import { verify } from './mailbox.ts';
import { mailedLink, mailedReset, pendingMail } from './mailed-links.ts';
import { join, type Person, password, passwordChange, twice } from './people.ts';
import { startAuth } from './setup.ts';
import { inTurn, resetPasswordBefore, type Statement, theUser } from './two-changes.ts';

const service = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' });

const undo = (token: string) => service.api.attempt(accountCalls.undoEmailChange, { body: { token } });
const ask = ({ api }: Person, email: string) =>
  api.attempt(accountCalls.changeEmail, { body: { email, current_password: password } });
const reset = (token: string) => service.api.attempt(accountCalls.resetPassword, { body: { token, ...twice() } });
const changePassword = ({ api }: Pick<Person, 'api'>) =>
  api.attempt(accountCalls.changePassword, { body: passwordChange });
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

/** Sends two requests that wait for the same user. @returns their statuses */
const together = async (userId: string, [one, other]: readonly [Send, Send]) =>
  statuses(await inTurn(service, theUser(userId), one, other));
type Send = () => Promise<{ readonly status: number }>;

const { entities, migrations } = authService;
// For the jobs, which this test runs itself.
const orm = await createDatabase({
  url: service.env.DATABASE_URL ?? '',
  pool: 2,
  entities,
  migrations,
  logger: createLogger('test', 'silent'),
  registry: createRegistry('jobs'),
});
closeAfterTests(() => orm.close(true));
const work = new Work(orm, 'auth', () => undefined);
vi.spyOn(console, 'log').mockImplementation(() => undefined);

const deleteUser = (id: string) => service.command('accounts', 'delete', id, '--yes');
const count = async (rows: string, id: string) => (await service.query(`select from ${rows} = $1`, [id])).length;

const untilAllWait: Statement = ['select pg_advisory_xact_lock($1)', [1]];

/** Makes every statement that updates or deletes a matching row stop with the row locked. */
async function stopAt(change: string, which = 'true'): Promise<void> {
  await service.query(`create function wait_for_all() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); return coalesce(new, old); end $$`);
  await service.query(
    `create trigger wait_for_all before ${change} for each row when (${which}) execute function wait_for_all()`,
  );
}
afterEach(() => service.query('drop function if exists wait_for_all cascade'));

test('confirms an address while another change is requested', async () => {
  const one = await join(service);
  const token = await mailedLink(service, one, 'change');
  const change = () => ask(one, `new.${one.form.email}`);
  expect(await together(one.user.id, [change, () => verify(one, token)])).toEqual([202, 400]);
});

test('undoes two address changes concurrently and keeps the earlier one', async () => {
  const one = await join(service);
  const [earlier, later] = [await mailedLink(service, one, 'undo'), await mailedLink(service, one, 'undo')];
  expect(await together(one.user.id, [() => undo(earlier), () => undo(later)])).toEqual([200, 400]);
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
  expect(await together(one.user.id, [() => changePassword(one), () => reset(token)])).toEqual([200, 400]);
});

test('revokes an API token while the account is recovered', async () => {
  const one = await join(service);
  const body = { name: 'mine', scopes: ['library:write' as const], days: 90 as const };
  const { token } = await one.api.call(apiTokenCalls.createApiToken, { body });
  const link = await mailedReset(service, one.user.id);
  const revoke = () => one.api.attempt(apiTokenCalls.revokeApiToken, { params: { id: token.id } });
  expect(await together(one.user.id, [() => reset(link), revoke])).toEqual([200, 404]);
});

test('renames a passkey while it is removed', async () => {
  const { browser, user, passkey } = await withPasskey(service);
  const params = { id: passkey.id };
  const remove = () => browser.attempt(factorCalls.removePasskey, { params });
  const rename = () => browser.attempt(factorCalls.renamePasskey, { params, body: { name: 'Phone' } });
  expect(await together(user.id, [remove, rename])).toEqual([200, 404]);
});

test('accepts no recovery code while all of them are replaced', async () => {
  const { browser, user } = await withTotp(service);
  const { recovery_codes: codes } = await browser.call(factorCalls.makeRecoveryCodes);
  const replace = () => browser.attempt(factorCalls.makeRecoveryCodes, {});
  const stepUp = () => browser.attempt(factorCalls.stepUp, { body: { recovery_code: codes[0] } });
  expect(await together(user.id, [replace, stepUp])).toEqual([201, 422]);
});

test("lets two users request each other's address", async () => {
  const [one, other] = [await join(service), await join(service)];
  for (const each of [one, other]) await mailedLink(service, each, 'change');
  const users = [one.user.id, other.user.id];
  await service.query('update users set email_verified_at = now() where id = any($1)', [users]);
  const both = await inTurn(
    service,
    ['select from address_links where user_id = any($1) for update', [users]],
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
  await stopAt('update of used_at on address_links');
  const both = await inTurn(
    service,
    untilAllWait,
    () => verify(one, ofOne),
    () => verify(other, ofOther),
  );
  expect(statuses(both)).toEqual([200, 200]);
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
    const made = await resetPasswordBefore(service, user.id, () => browser.attempt(call, { body }));
    const kept =
      'select name from api_tokens where user_id = $1 union all select name from passkeys where user_id = $1';
    expect([made.status, await service.query(kept, [user.id])]).toEqual([401, []]);
  },
);

test('deletes an account while its reset request is processed', async () => {
  const { user } = await join(service);
  await service.query('insert into reset_requests (id, login, asked_at) values ($1, $2, now())', [
    randomUUID(),
    user.username,
  ]);
  const [, answered] = await inTurn(
    service,
    theUser(user.id),
    () => deleteUser(user.id),
    () => answerResetRequest(work, { isSending: true, publicOrigin: 'http://games.example.org' }),
  );
  expect(answered).toBe(true);
  expect(await count('users where id', user.id)).toBe(0);
  expect(await count('reset_requests where login', user.username)).toBe(0);
});

test('revokes mails on a password change while expired mails are deleted', async () => {
  const { api, user } = await join(service);
  for (const kind of ['email-change', 'password-reset']) await pendingMail(service, user.id, kind);
  await service.query('update mails set expires_at = now() where user_id = $1', [user.id]);
  await stopAt('delete on mails');
  const [changed] = await inTurn(
    service,
    untilAllWait,
    () => changePassword({ api }),
    () => takeMail(work),
  );
  expect(changed.status).toBe(200);
  expect(await count('mails where expires_at <= now() and user_id', user.id)).toBe(0);
});

test('deletes an account while its old activity is pruned', async () => {
  const { user } = await join(service);
  const add = (id: string, kind: string, days: number) =>
    service.query(
      'insert into activity (id, user_id, kind, at) values ($1, $2, $3, now() - make_interval(days => $4))',
      [id, user.id, kind, days],
    );
  // Ids order the surplus line after the old one; the table stores it before.
  await add('01900000-0000-7000-8000-000000000002', 'surplus', 1);
  await add('01900000-0000-7000-8000-000000000001', 'old', 181);
  await service.query(
    `insert into activity (id, user_id, kind, at)
     select ('01900000-0000-7000-9000-' || lpad(to_hex(i), 12, '0'))::uuid, $1, 'signed_in', now()
     from generate_series(1, 1000) i`,
    [user.id],
  );
  await stopAt('delete on activity', `old.kind in ('surplus', 'old')`);
  await inTurn(
    service,
    untilAllWait,
    () => pruneActivity(work),
    () => deleteUser(user.id),
  );
  expect(await count('activity where user_id', user.id)).toBe(0);
});
