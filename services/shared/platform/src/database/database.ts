import { Migrator } from '@mikro-orm/migrations';
import { type AnyEntity, type EntityManager, type EntityName, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../logging/logger.ts';
import { measureAuthority } from './authority-metrics.ts';
import { healPool } from './heal-pool.ts';
import { answerLimit, type DatabaseLimits, requestLimits } from './limits.ts';
import type { MigrationList } from './migrate.ts';
import { PostgresClient } from './postgres-client.ts';

/** @param most maximum number of connections of the pool */
function measurePool(registry: Registry, pool: Pool, most: number): void {
  const registers = [registry];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database by state; limit is how many there may be',
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
    help: 'Requests that wait for a connection to the database',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
}

export type { EntityManager };

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections. */
  readonly pool: number;
  readonly entities: readonly EntityName<AnyEntity>[];
  readonly migrations: MigrationList;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly limits?: DatabaseLimits;
  /** Called after each response of PostgreSQL. */
  readonly onAnswer?: () => void;
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
      onAnswer: options.onAnswer,
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
