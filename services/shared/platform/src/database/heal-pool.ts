import type { Pool, PoolClient } from 'pg';
import { AnswerLateError, PostgresClient } from './postgres-client.ts';

/** All connections are in use and the queue for them is full. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
  /** SQLSTATE that PostgreSQL itself uses when it has no connection left. */
  readonly code = '53300';
}

const waitingPerConnection = 20;

/**
 * Makes a pool of `PostgresClient`s recover:
 * - A closed connection leaves the pool immediately, even if its borrower never releases it: Kysely releases a
 *   controlled transaction only after BEGIN, COMMIT or ROLLBACK succeeded,
 *   https://github.com/kysely-org/kysely/issues/1990
 * - When one connection is dead, the pool drops the idle ones instead of timing each of them out.
 * - A full queue rejects new requests.
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
      // The borrower may still release it.
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
