import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deadline } from '../http/deadline.ts';

/** How much later than the caller's deadline PostgreSQL may end a transaction. */
const slackMs = 250;

/** SQLSTATE of a transaction timeout, which also ends the session. */
export const transactionTimeout = '25P04';

/**
 * Makes PostgreSQL end the transaction at its deadline, so that a suspended process holds no lock and commits nothing.
 * The remaining time counts from when PostgreSQL receives it, so a slow response is retried with that latency deducted.
 * @throws CodedError 503 `service.late`; also when the caller has disconnected
 */
export async function endAtDeadline(em: EntityManager, deadline: Deadline): Promise<void> {
  for (let expected = 0; ; ) {
    deadline.check();
    const left = Math.max(1, Math.ceil(deadline.left() - expected));
    const sentAt = performance.now();
    // Sets 0 first, because PostgreSQL does not restart a running timer.
    await em.execute(
      `select set_config('transaction_timeout', '0', true), set_config('transaction_timeout', ?, true)`,
      [String(left)],
    );
    deadline.check();
    const took = performance.now() - sentAt;
    if (took <= slackMs + expected) return;
    expected = took;
  }
}
