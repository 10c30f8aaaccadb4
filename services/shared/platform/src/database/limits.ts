import { AsyncLocalStorage } from 'node:async_hooks';

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
