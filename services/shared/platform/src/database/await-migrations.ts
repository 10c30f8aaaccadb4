import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../logging/logger.ts';
import type { MigrationList } from './migrate.ts';

const pollMs = 1000;
/** SQLSTATE of a missing table: no migration has run yet. */
const undefinedTable = '42P01';

/**
 * Waits, without a time limit, until another process has applied all migrations. Only reads, so any number of processes
 * may wait; a newer schema is accepted.
 */
export async function awaitMigrations(orm: MikroORM, migrations: MigrationList, logger: Logger): Promise<void> {
  let told = '';
  for (;;) {
    try {
      const missing = await missingMigrations(orm, migrations);
      if (missing.length === 0) return;
      const state = missing.join();
      if (state !== told) logger.info({ missing }, 'Waits for migrations');
      told = state;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== told) logger.warn({ reason }, 'Waits for the database');
      told = reason;
    }
    await pause(pollMs);
  }
}

async function missingMigrations(orm: MikroORM, migrations: MigrationList): Promise<string[]> {
  const applied = new Set(await appliedMigrations(orm));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

async function appliedMigrations(orm: MikroORM): Promise<string[]> {
  try {
    const rows = await orm.em.fork().execute<{ name: string }[]>('select name from migrations');
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return [];
    throw error;
  }
}
