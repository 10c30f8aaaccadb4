import type { EntityManager } from '../../database/database.ts';

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

/**
 * Runs a handler within its transaction, which fails when the time is over: a statement that runs by PostgreSQL's limit,
 * anything else by ours. What a late handler still asks for then meets a transaction that has ended.
 * @throws TookTooLongError
 */
export async function within<Result>(em: EntityManager, ms: number, act: () => Promise<Result>): Promise<Result> {
  const limits = [ms, ms + idleBeyondMs].map((limit) => String(Math.ceil(limit)));
  await em.execute(
    `select set_config('statement_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true)`,
    limits,
  );
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
