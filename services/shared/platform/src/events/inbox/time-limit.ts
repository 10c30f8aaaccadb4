/** A handler that had not come to its end when its time was over. */
export class TookTooLongError extends Error {
  override name = 'TookTooLongError';

  constructor(ms: number) {
    super(`Its handler took longer than ${ms} ms`);
  }
}

/** Milliseconds that a handler may take. */
export const handlerTimeoutMs = 12_000;

/** How much longer its session may idle, in milliseconds, so that a handler that hangs is rolled back. */
const idleBeyondMs = 3000;

/** Select list that sets PostgreSQL's limits for the rest of a transaction, from its next statement on; goes along with another. */
export const limiting = `set_config('statement_timeout', ?, true) as statement_ms,
  set_config('idle_in_transaction_session_timeout', ?, true) as idle_ms`;

/** Its parameters. */
export const limitsOf = (ms: number) => [ms, ms + idleBeyondMs].map((limit) => String(Math.ceil(limit)));

/**
 * Runs a handler, which fails when the time is over: a statement that runs by PostgreSQL's limit, anything else by ours. What a
 * late handler still asks for then meets a transaction that has ended.
 * @throws TookTooLongError
 */
export async function within<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TookTooLongError(ms)), ms);
  try {
    const acting = act();
    // It may still fail when nobody listens any more.
    acting.catch(() => undefined);
    return await Promise.race([acting, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
