import type { Pool, PoolClient } from 'pg';
import { AnswerLateError, PostgresClient } from './postgres-client.ts';

/** Every connection is taken, and too many wait for one already. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
  /** What PostgreSQL itself says when it has no connection left. */
  readonly code = '53300';
}

/** Most that may wait for each connection of the pool. */
const waitingPerConnection = 20;

/**
 * Makes a pool of `PostgresClient`s heal:
 * - a connection that has ended leaves it at once, also when its borrower never gives it back: a controlled transaction
 *   of Kysely does so only after BEGIN, COMMIT or ROLLBACK succeeded, https://github.com/kysely-org/kysely/issues/1990
 * - when one connection turns out dead, those that lie idle are not waited for one by one
 * - a queue that would only grow is refused
 */
export function healPool(pool: Pool): void {
  const open = new Set<PoolClient>();
  const lent = new Set<PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_, client) => lent.delete(client));
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', (error) => {
      if (error instanceof AnswerLateError) dropIdle(error);
    });
    client.once('end', () => {
      open.delete(client);
      if (!lent.has(client)) return;
      client.release(new Error('The connection to the database has ended'));
      // Its borrower may still give it back.
      client.release = () => undefined;
    });
  });

  function dropIdle(error: Error): void {
    for (const client of open) {
      if (!lent.has(client) && client instanceof PostgresClient) client.destroy(error);
    }
  }

  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const limit = pool.options.max * waitingPerConnection;
  pool.connect = ((...given: unknown[]) => {
    if (pool.waitingCount < limit) return connect(...given);
    const error = new DatabaseBusyError('Too many wait for a connection to the database');
    const [callback] = given;
    if (typeof callback !== 'function') return Promise.reject(error);
    callback(error, undefined, () => undefined);
    return undefined;
  }) as Pool['connect'];
}
