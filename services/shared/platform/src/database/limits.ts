import { AsyncLocalStorage } from 'node:async_hooks';

/** Time limits of connections to PostgreSQL, in milliseconds. */
export interface DatabaseLimits {
  /** Longest that a statement may run before PostgreSQL ends it; 0 for no limit. */
  readonly statementMs: number;
  /** How long after that limit a connection without an answer counts as dead. */
  readonly answerMs: number;
  /** Longest that a statement waits for a lock; 0 for no limit but the statement's own. */
  readonly lockMs: number;
  /** Longest that a transaction may hold its locks while nobody says anything, as when its process was frozen. */
  readonly idleInTransactionMs: number;
  /** Longest wait for a connection, a new one or one of the pool's. */
  readonly connectMs: number;
}

/** Nothing on a user's path comes near them. */
export const requestLimits: DatabaseLimits = {
  statementMs: 15_000,
  answerMs: 2000,
  lockMs: 0,
  idleInTransactionMs: 8000,
  connectMs: 3000,
};

/** For an operator's work on whole tables, which nobody waits for. */
export const operatorLimits: DatabaseLimits = { ...requestLimits, statementMs: 3_600_000, idleInTransactionMs: 60_000 };

/** Milliseconds until the connection that runs what is called inside counts as dead; 0 for never. */
export const answerLimit = new AsyncLocalStorage<number>();
