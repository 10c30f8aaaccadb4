import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { createDatabase } from '@nightshelf/platform/database/database.ts';
import { Work } from '@nightshelf/platform/database/work.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { pruneActivity } from '../src/activity/activity.ts';
import { takeMail } from '../src/mail/mail-queue.ts';
import { answerResetRequest } from '../src/recovery/routes.ts';
import { authService } from '../src/service.ts';
import { join, password } from './people.ts';
import { startAuth } from './setup.ts';
import { inTurn, type Statement, theUser } from './two-changes.ts';

const service = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' });
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
afterAll(() => orm.close(true));
const work = new Work(orm, 'auth', () => undefined);
vi.spyOn(console, 'log').mockImplementation(() => undefined);
afterEach(() => service.query('drop function if exists wait_for_all cascade'));
afterAll(() => vi.restoreAllMocks());

const deleteUser = (id: string) => service.command('accounts', 'delete', id, '--yes');
const count = async (rows: string, id: string) => (await service.query(`select from ${rows} = $1`, [id])).length;

const untilAllWait: Statement = ['select pg_advisory_xact_lock($1)', [1]];

/** Makes every statement that deletes a matching row stop with the row locked. */
async function stopAtDeleted(table: string, which: string): Promise<void> {
  await service.query(`create function wait_for_all() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); return old; end $$`);
  await service.query(`create trigger wait_for_all before delete on ${table}
    for each row when (${which}) execute function wait_for_all()`);
}

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
  for (const kind of ['email-change', 'password-reset']) {
    await service.query(
      `insert into mails (id, user_id, recipient, payload, expires_at, due_at, attempts)
       values ($1, $2, '', json_build_object('kind', $3::text), now(), now() + interval '1 hour', 0)`,
      [randomUUID(), user.id, kind],
    );
  }
  await stopAtDeleted('mails', 'true');
  const body = { current_password: password, password: 'Difference#2', confirm_password: 'Difference#2' };
  const [changed] = await inTurn(
    service,
    untilAllWait,
    () => api.attempt(accountCalls.changePassword, { body }),
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
  await stopAtDeleted('activity', `old.kind in ('surplus', 'old')`);
  await inTurn(
    service,
    untilAllWait,
    () => pruneActivity(work),
    () => deleteUser(user.id),
  );
  expect(await count('activity where user_id', user.id)).toBe(0);
});
