/** A handler exceeded its time limit. */
export class TookTooLongError extends Error {
  override name = 'TookTooLongError';

  constructor(ms: number) {
    super(`Its handler took longer than ${ms} ms`);
  }
}

export const handlerTimeoutMs = 12_000;

/** How much longer its session may idle, so that PostgreSQL rolls back a hanging handler. */
const idleBeyondMs = 3000;

/** Select list that sets PostgreSQL's limits for the rest of a transaction, from the next statement on. */
export const limiting = `set_config('statement_timeout', ?, true) as statement_ms,
  set_config('idle_in_transaction_session_timeout', ?, true) as idle_ms`;

/** Parameters of `limiting`. */
export const limitsOf = (ms: number) => [ms, ms + idleBeyondMs].map((limit) => String(Math.ceil(limit)));

/**
 * Runs a handler with a time limit: PostgreSQL ends a running statement, this process anything else. Later statements
 * of the handler meet a transaction that has ended.
 * @throws TookTooLongError
 */
export async function within<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TookTooLongError(ms)), ms);
  try {
    const acting = act();
    // Prevents an unhandled rejection after the time limit.
    acting.catch(() => undefined);
    return await Promise.race([acting, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
