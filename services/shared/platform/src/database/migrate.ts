import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Logger } from '../logging/logger.ts';

/** Migrations in the order in which they run, by their stable names. */
export type MigrationList = readonly { readonly name: string; readonly class: Constructor<Migration> }[];

/** Any number; the same in every process that migrates. */
const migrationLock = 7_249_001;

/**
 * Brings the database to the newest version: all pending migrations or none. Safe to start any number of times at once,
 * since MikroORM takes no lock itself.
 * @returns the names of the migrations that ran
 */
export async function migrate(orm: MikroORM, url: string, logger: Logger): Promise<string[]> {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = (await orm.migrator.up()).map(({ name }) => name);
    logger.info({ applied }, applied.length === 0 ? 'The database is up to date' : 'The database was migrated');
    return applied;
  } finally {
    await lock.end();
  }
}
