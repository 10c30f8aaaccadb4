import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { type TestService, until } from '@nightshelf/testing';
import pg from 'pg';
import { expect } from 'vitest';
import { mailedReset } from './mailed-links.ts';
import { twice } from './people.ts';

/** Returns the number of transactions that wait for a lock. */
async function waiting(service: TestService): Promise<number> {
  const [row] = await service.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

export type Statement = readonly [sql: string, params: unknown[]];

/**
 * Queues two changes behind the same locks, in this order, and then releases them.
 * @param hold takes the locks on its own connection
 */
export async function inTurn<First, Second>(
  service: TestService,
  hold: Statement,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = new pg.Client(service.env.DATABASE_URL ?? '');
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(...hold);
    const one = first();
    await until('the first has its turn next', async () => (await waiting(service)) === 1);
    const other = second();
    await until('the second waits behind it', async () => (await waiting(service)) === 2);
    await holder.query('commit');
    return await Promise.all([one, other]);
  } finally {
    await holder.end();
  }
}

export const theUser = (userId: string): Statement => ['select from users where id = $1 for update', [userId]];

/**
 * Resets the password by mail; `finish` runs after it, because both lock the user's row.
 * @param finish a request admitted before the reset ended all sessions
 */
export async function resetPasswordBefore<Answer>(
  service: TestService,
  userId: string,
  finish: () => Promise<Answer>,
): Promise<Answer> {
  const token = await mailedReset(service, userId);
  const body = { token, ...twice() };
  const reset = () => service.api.attempt(accountCalls.resetPassword, { body });
  const [answer, finished] = await inTurn(service, theUser(userId), reset, finish);
  expect(answer.status).toBe(200);
  return finished;
}
