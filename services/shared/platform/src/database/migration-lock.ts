import { setTimeout as pause } from 'node:timers/promises';
import { isDependencyFault } from '../errors/dependency-faults.ts';
import type { Logger } from '../logging/logger.ts';
import { connectPostgres, type PostgresClient } from './postgres-client.ts';

/** Any number; the same in every process that migrates. */
const migrationLock = 7_249_001;

const pollMs = 500;
/** How often in a row the database may be away while the lock is waited for. */
const mostFaults = 60;

/** Makes sure that one process migrates at a time. */
export class MigrationLock {
  readonly #client: PostgresClient;
  #lost = false;

  private constructor(client: PostgresClient) {
    this.#client = client;
    client.once('end', () => {
      this.#lost = true;
    });
  }

  /** Waits for as long as another process migrates; a connection that breaks meanwhile is replaced. */
  static async take(url: string, logger: Logger): Promise<MigrationLock> {
    let client = await connectPostgres(url, { name: 'migration lock' });
    for (let faults = 0; ; ) {
      try {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [migrationLock]);
        if (rows[0]?.taken === true) return new MigrationLock(client);
        faults = 0;
      } catch (error) {
        faults += 1;
        if (!isDependencyFault(error) || faults === mostFaults) throw error;
        logger.debug({ err: error }, 'The lock of migrations is waited for on a new connection');
        client.destroy();
        client = await connectPostgres(url, { name: 'migration lock' }).catch(() => client);
      }
      await pause(pollMs);
    }
  }

  /** @throws when another process may have taken it */
  assertHeld(): void {
    if (this.#lost) throw new Error('The connection that holds the lock of migrations has ended; start again');
  }

  async release(): Promise<void> {
    await this.#client.end();
  }
}
