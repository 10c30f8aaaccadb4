import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Time limits of PostgreSQL connections, in milliseconds. */
export interface DatabaseLimits {
  /** Longest run time of a statement; 0 for no limit. */
  readonly statementMs: number;
  /** How long after that limit a connection without a response counts as dead. */
  readonly answerMs: number;
  /** Longest wait for a lock; 0 for only the statement's own limit. */
  readonly lockMs: number;
  /** Longest idle time within a transaction, so that a suspended process does not hold its locks. */
  readonly idleInTransactionMs: number;
  /** Longest wait for a connection, new or from the pool. */
  readonly connectMs: number;
}

/** Far above the duration of any statement of a user's request. */
export const requestLimits: DatabaseLimits = {
  statementMs: 15_000,
  answerMs: 2000,
  lockMs: 0,
  idleInTransactionMs: 8000,
  connectMs: 3000,
};

/** For an operator's work on whole tables. */
export const operatorLimits: DatabaseLimits = { ...requestLimits, statementMs: 3_600_000, idleInTransactionMs: 60_000 };

/** Time limit in milliseconds for each statement run inside, after which its connection counts as dead; 0 for none. */
export const answerLimit = new AsyncLocalStorage<number>();

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
