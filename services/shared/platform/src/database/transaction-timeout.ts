import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deadline } from '../http/deadline.ts';

/** By how much PostgreSQL's end of a transaction may lie behind its caller's deadline, in milliseconds. */
const slackMs = 250;

/** SQLSTATE of a transaction that PostgreSQL itself has ended, and its session with it. */
export const transactionTimeout = '25P04';

/**
 * Has PostgreSQL end the transaction when its deadline passes, so that it holds no lock and commits nothing while this
 * process is frozen. What is left is counted from when PostgreSQL hears of it: an answer that came late is not relied on,
 * and the next is taken to need as long.
 * @throws CodedError 503 `service.late`; also when the caller has gone, of which a process that was frozen hears while it
 * waits for PostgreSQL
 */
export async function endAtDeadline(em: EntityManager, deadline: Deadline): Promise<void> {
  for (let expected = 0; ; ) {
    deadline.check();
    const left = Math.max(1, Math.ceil(deadline.left() - expected));
    const asked = performance.now();
    // By way of 0, since a timer that runs is not set anew.
    await em.execute(
      `select set_config('transaction_timeout', '0', true), set_config('transaction_timeout', ?, true)`,
      [String(left)],
    );
    deadline.check();
    const took = performance.now() - asked;
    if (took <= slackMs + expected) return;
    expected = took;
  }
}
