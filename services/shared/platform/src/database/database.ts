import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Migrator } from '@mikro-orm/migrations';
import { type AnyEntity, type EntityManager, type EntityName, MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../logging/logger.ts';
import { answerLimit, type DatabaseLimits, requestLimits } from './limits.ts';
import type { MigrationList } from './migrate.ts';
import { AnswerLateError, PostgresClient } from './postgres-client.ts';

/**
 * Reports when the PostgreSQL CA expires, read from its file at each scrape: CloudNativePG, which renews it, exports no
 * such metric.
 * @param file that PGSSLROOTCERT names; without one nothing is reported
 */
export function measureAuthority(registry: Registry, file: string | undefined): void {
  if (!file) return;
  const gauge = new Gauge({
    name: 'database_authority_expires_timestamp_seconds',
    help: 'When the last certificate authority of the database expires',
    registers: [registry],
    collect() {
      const ends = endOf(file);
      if (ends !== null) this.set(ends);
    },
  });
  gauge.remove();
}

/** @returns seconds since 1970; null while the file is being replaced */
function endOf(file: string): number | null {
  try {
    const certificates =
      readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    const ends = certificates.map((text) => Date.parse(new X509Certificate(text).validTo) / 1000);
    return ends.length > 0 ? Math.max(...ends) : null;
  } catch {
    return null;
  }
}

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
function healPool(pool: Pool): void {
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

function measurePool(registry: Registry, pool: Pool, most: number): void {
  const registers = [registry];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Database connections by state; limit is the maximum',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'limit' }, most);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Requests waiting for a database connection',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
}

export type { EntityManager };

interface DatabaseOptions {
  readonly url: string;
  readonly pool: number;
  readonly entities: readonly EntityName<AnyEntity>[];
  readonly migrations: MigrationList;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly limits?: DatabaseLimits;
}

/**
 * Creates the service's ORM. It connects on first use, so a late database only delays readiness. Outside a transaction
 * it can only read.
 */
export async function createDatabase(options: DatabaseOptions): Promise<MikroORM> {
  const { limits = requestLimits } = options;
  return new MikroORM({
    clientUrl: options.url,
    entities: [...options.entities],
    extensions: [Migrator],
    migrations: { migrationsList: [...options.migrations], tableName: 'migrations', snapshot: false },
    pool: { min: 0, max: options.pool, idleTimeoutMillis: 30_000 },
    discovery: { warnWhenNoEntities: false },
    // MikroORM would otherwise create a missing database and, without the right to do so, fail silently and
    // permanently.
    ensureDatabase: false,
    // A flush outside a transaction would begin one, which only `Work.transaction` may do.
    implicitTransactions: false,
    driverOptions: {
      Client: PostgresClient,
      limits,
      changesInTransactionsOnly: true,
      connectionTimeoutMillis: limits.connectMs,
      onPoolCreated: (pool: Pool) => {
        healPool(pool);
        measurePool(options.registry, pool, options.pool);
        measureAuthority(options.registry, process.env.PGSSLROOTCERT);
      },
    },
    logger: (message) => options.logger.debug(message),
  });
}

/** Time limit of a readiness check, after which its connection counts as dead. */
const checkLimitMs = 5000;

/** Readiness check: returns null when the database responds. */
export async function checkDatabase(orm: MikroORM): Promise<string | null> {
  await answerLimit.run(checkLimitMs, () => orm.em.fork().execute('select 1'));
  return null;
}
