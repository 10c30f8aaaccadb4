import { accountCalls } from '@nightshelf/contracts';
import { type TestService, until } from '@nightshelf/testing';
import pg from 'pg';
import { expect } from 'vitest';
import { mailedReset } from './mailed-links.ts';

/**
 * Has a user take their account back by mail, and somebody finish what they have begun in it right behind that: both wait for the user's row
 * meanwhile, in this order.
 * @param finish what was let in before the reset ended all sessions
 */
export async function takeBackBefore<Answer>(
  service: TestService,
  userId: string,
  finish: () => Promise<Answer>,
): Promise<Answer> {
  const token = await mailedReset(service, userId);
  const holder = new pg.Client(service.env.DATABASE_URL ?? '');
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from users where id = $1 for update', [userId]);
    const body = { token, password: 'Difference#2', confirm_password: 'Difference#2' };
    const reset = service.api.attempt(accountCalls.resetPassword, { body });
    await until('the reset has its turn next', async () => (await waiting(service)) === 1);
    const finished = finish();
    await until('what was begun before waits behind it', async () => (await waiting(service)) === 2);
    await holder.query('commit');
    expect((await reset).status).toBe(200);
    return await finished;
  } finally {
    await holder.end();
  }
}

async function waiting(service: TestService): Promise<number> {
  const [row] = await service.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}
