import { setTimeout as pause } from 'node:timers/promises';
import { isDependencyFault } from '../errors/dependency-faults.ts';
import type { Logger } from '../logging/logger.ts';
import { operatorLimits, requestLimits } from './limits.ts';
import { connectPostgres, type PostgresClient } from './postgres-client.ts';

/** Any number; the same in every process that migrates. */
const migrationLock = 7_249_001;

const pollMs = 500;
/** How often in a row the database may be away while the lock is waited for. */
const mostFaults = 60;

/** Milliseconds between signs of life; without one the transaction would be ended that holds the lock. */
const signMs = 2000;
/** For as long as a migration's own transaction may idle: a process that is stopped for longer has lost both. */
const { idleInTransactionMs } = operatorLimits;

/**
 * Tried for, since whoever waits in the database keeps indexes from being built. Limits are set here again: a proxy
 * forgets those of the session.
 */
const tryToTake = `select pg_try_advisory_xact_lock(${migrationLock}) as taken,
  set_config('idle_in_transaction_session_timeout', '${idleInTransactionMs}', true)`;
/** Unlike a query it takes no snapshot: an index is only built once all transactions that have one have ended. */
const signOfLife = 'show transaction_isolation';

/**
 * Makes sure that one process migrates at a time. A transaction that stays open holds the lock: behind a proxy that pools
 * transactions a lock of the session would be anybody's, and outlive its holder.
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

  /** Waits for as long as another process migrates; a connection that breaks meanwhile is replaced. */
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

  /** @throws when another process may have taken it */
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
