import { Migrator } from '@mikro-orm/migrations';
import { type AnyEntity, type EntityManager, type EntityName, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Logger } from '../logging/logger.ts';
import type { MigrationList } from './migrate.ts';
import { measurePool } from './pool-metrics.ts';

export type { EntityManager };

export interface DatabaseOptions {
  readonly url: string;
  /** Most connections at once. */
  readonly pool: number;
  readonly entities: readonly EntityName<AnyEntity>[];
  readonly migrations: MigrationList;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Longest that a statement may run, in milliseconds; nothing on a user's path comes near it. */
const statementTimeoutMs = 15_000;

/** The service's ORM. Connects on first use, so that a database that is late only delays readiness. */
export async function createDatabase(options: DatabaseOptions): Promise<MikroORM> {
  return new MikroORM({
    clientUrl: options.url,
    entities: [...options.entities],
    extensions: [Migrator],
    migrations: { migrationsList: [...options.migrations], tableName: 'migrations', snapshot: false },
    pool: { min: 0, max: options.pool, idleTimeoutMillis: 30_000 },
    discovery: { warnWhenNoEntities: false },
    driverOptions: {
      connectionTimeoutMillis: 3000,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      keepAlive: true,
      onPoolCreated: (pool: Pool) => measurePool(options.registry, pool, options.pool),
    },
    logger: (message) => options.logger.debug(message),
  });
}

/** For readiness: null when the database answers. */
export async function checkDatabase(orm: MikroORM): Promise<string | null> {
  await orm.em.fork().execute('select 1');
  return null;
}
