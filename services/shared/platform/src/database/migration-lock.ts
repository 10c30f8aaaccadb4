import { setTimeout as pause } from 'node:timers/promises';
import { isDependencyFault } from '../errors/dependency-faults.ts';
import type { Logger } from '../logging/logger.ts';
import { operatorLimits, requestLimits } from './limits.ts';
import { connectPostgres, type PostgresClient } from './postgres-client.ts';

/** An arbitrary number, the same in all processes that migrate. */
const migrationLock = 7_249_001;

const pollMs = 500;
/** Number of consecutive connection faults tolerated while waiting for the lock. */
const mostFaults = 60;

/** Interval of the keep-alive statements that stop PostgreSQL from ending the transaction which holds the lock. */
const signMs = 2000;
/** The idle limit of a migration's own transaction: a process suspended for longer loses both. */
const { idleInTransactionMs } = operatorLimits;

/**
 * Polls, because a transaction that waits in the database would block concurrent index builds. Sets the limits here
 * because a proxy drops those of the session.
 */
const tryToTake = `select pg_try_advisory_xact_lock(${migrationLock}) as taken,
  set_config('idle_in_transaction_session_timeout', '${idleInTransactionMs}', true)`;
/** A statement that takes no snapshot, because an index build waits for all transactions that hold one. */
const signOfLife = 'show transaction_isolation';

/**
 * Lets one process migrate at a time. An open transaction holds the lock, because behind a transaction-pooling proxy a
 * session lock would belong to any client and outlive its holder.
 */
export class MigrationLock {
  readonly #client: PostgresClient;
  readonly #signs: NodeJS.Timeout;
  #lost = false;

  private constructor(client: PostgresClient) {
    this.#client = client;
    const lose = () => {
      this.#lost = true;
    };
    client.once('end', lose);
    this.#signs = setInterval(() => client.query(signOfLife).catch(lose), signMs);
  }

  /** Waits while another process migrates, and replaces a broken connection. */
  static async take(url: string, logger: Logger): Promise<MigrationLock> {
    const connect = () =>
      connectPostgres(url, { name: 'migration lock', limits: { ...requestLimits, idleInTransactionMs } });
    let client = await connect();
    for (let faults = 0; ; ) {
      try {
        await client.query('begin');
        const { rows } = await client.query(tryToTake);
        if (rows[0]?.taken === true) return new MigrationLock(client);
        await client.query('rollback');
        faults = 0;
      } catch (error) {
        faults += 1;
        if (!isDependencyFault(error) || faults === mostFaults) throw error;
        logger.debug({ err: error }, 'The lock of migrations is waited for on a new connection');
        client.destroy();
        client = await connect().catch(() => client);
      }
      await pause(pollMs);
    }
  }

  /** @throws when another process may hold the lock */
  async assertHeld(): Promise<void> {
    await this.#client.query(signOfLife).catch(() => {
      this.#lost = true;
    });
    if (this.#lost) throw new Error('The connection that holds the lock of migrations has ended; start again');
  }

  async release(): Promise<void> {
    clearInterval(this.#signs);
    await this.#client.query('rollback').catch(() => undefined);
    await this.#client.end();
  }
}
