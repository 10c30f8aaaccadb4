import { setTimeout as pause } from 'node:timers/promises';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../logging/logger.ts';
import { operatorLimits } from './limits.ts';
import { MigrationLock } from './migration-lock.ts';
import { connectPostgres } from './postgres-client.ts';

/**
 * Migrations in the order in which they run, by their stable names. One whose `isTransactional` answers false runs outside
 * any transaction, as `create index concurrently` has to; it may be interrupted after any of its statements, so each of
 * them has to stand being run again (`if not exists`).
 */
export type MigrationList = readonly { readonly name: string; readonly class: Constructor<Migration> }[];

/** What PostgreSQL says when a lock could not be had in time. */
const lockNotAvailable = '55P03';

/** How often a lock that somebody holds on to is tried for, and milliseconds in between, in which others pass. */
const lockAttempts = 60;
const betweenAttemptsMs = 1000;

/**
 * Brings the database to the newest version. Neighbours that run in a transaction are applied all or none. Safe to start
 * any number of times at once, since MikroORM takes no lock itself.
 * @param orm with limits that fit, see `operatorLimits`, and a `lockMs` that others on the database can wait
 * @returns the names of the migrations that ran
 */
export async function migrate(orm: MikroORM, url: string, logger: Logger): Promise<string[]> {
  const lock = await MigrationLock.take(url, logger);
  try {
    await ensureTable(orm);
    const applied: string[] = [];
    for (const step of await pendingSteps(orm)) {
      await lock.assertHeld();
      logger.info({ migrations: step.names, transactional: step.transactional }, 'Migrating');
      if (step.transactional) await patiently(logger, () => orm.migrator.up({ migrations: [...step.names] }));
      else for (const name of step.names) await runOutsideTransaction(orm, url, name);
      applied.push(...step.names);
    }
    logger.info({ applied }, applied.length === 0 ? 'The database is up to date' : 'The database was migrated');
    return applied;
  } finally {
    await lock.release();
  }
}

/** In a transaction, outside which connections can only read; the ORM itself would create its table without. */
async function ensureTable(orm: MikroORM): Promise<void> {
  const storage = orm.migrator.getStorage();
  await orm.em.fork().transactional(async (em) => {
    storage.setMasterMigration(em.getTransactionContext());
    try {
      await storage.ensureTable?.();
    } finally {
      storage.unsetMasterMigration();
    }
  });
}

interface Step {
  readonly names: string[];
  readonly transactional: boolean;
}

/** What is to run, in order; neighbours of a kind together. */
async function pendingSteps(orm: MikroORM): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const { name } of await orm.migrator.getPending()) {
    const transactional = instanceOf(orm, name).isTransactional();
    const last = steps.at(-1);
    if (last?.transactional === transactional) last.names.push(name);
    else steps.push({ names: [name], transactional });
  }
  return steps;
}

function instanceOf(orm: MikroORM, name: string): Migration {
  const list = (orm.config.get('migrations').migrationsList ?? []) as unknown as MigrationList;
  const found = list.find((migration) => migration.name === name);
  if (!found) throw new Error(`There is no migration ${name}`);
  return new found.class(orm.em.getDriver(), orm.config);
}

/** Lets go while somebody holds on to a lock, lest everybody else waits behind. */
async function patiently(logger: Logger, act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await act();
      return;
    } catch (error) {
      const blocked = error instanceof Error && 'code' in error && error.code === lockNotAvailable;
      if (!blocked || attempt === lockAttempts) throw error;
      logger.info({ attempt }, 'Somebody holds a lock that a migration needs; it is tried again');
      await pause(betweenAttemptsMs);
    }
  }
}

/** Without a limit on locks: what can run here waits without holding anybody up. */
async function runOutsideTransaction(orm: MikroORM, url: string, name: string): Promise<void> {
  const migration = instanceOf(orm, name);
  await migration.up();
  const client = await connectPostgres(url, { name: 'migrate', limits: operatorLimits });
  try {
    for (const query of migration.getQueries()) {
      const sql = String(query);
      const index = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i.exec(
        sql,
      )?.[1];
      if (index) await dropInvalid(index);
      await client.query(sql);
    }
  } finally {
    await client.end();
  }
  await orm.em
    .fork()
    .transactional((em) => orm.migrator.getStorage().logMigration({ name }, em.getTransactionContext()));

  /** What an earlier attempt has left: PostgreSQL keeps it up to date and never uses it. */
  async function dropInvalid(index: string): Promise<void> {
    const { rowCount } = await client.query(
      `select from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
      [index],
    );
    if (rowCount) await client.query(`drop index concurrently if exists "${index}"`);
  }
}
