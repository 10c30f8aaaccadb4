import type { EntityManager } from './database.ts';
import { answerLimit, requestLimits } from './limits.ts';

/**
 * Runs `act` with a different statement limit in this transaction, for work on whole tables.
 * @param ms 0 for no limit
 */
export async function withStatementLimit<Result>(
  em: EntityManager,
  ms: number,
  act: () => Promise<Result>,
): Promise<Result> {
  if (!em.isInTransaction()) throw new Error('A limit of its own needs a transaction');
  const [row] = await em.execute<{ before: string }[]>(`select current_setting('statement_timeout') as before`);
  const set = (limit: string) => em.execute(`select set_config('statement_timeout', ?, true)`, [limit]);
  await set(String(ms));
  const result = await answerLimit.run(ms && ms + requestLimits.answerMs, act);
  // A failed transaction needs no limit.
  await set(row?.before ?? '0');
  return result;
}
