import type { EntityManager } from './database.ts';
import { answerLimit, requestLimits } from './limits.ts';

/**
 * Gives the statements that `act` runs in this transaction a time limit of their own, for work on whole tables.
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
  // A transaction that failed needs no limit any more.
  await set(row?.before ?? '0');
  return result;
}
