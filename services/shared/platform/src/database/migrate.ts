import { setTimeout as pause } from 'node:timers/promises';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../logging/logger.ts';
import { operatorLimits } from './limits.ts';
import { connectPostgres, type PostgresClient } from './postgres-client.ts';

/** An arbitrary number, the same in all processes that migrate. */
const migrationLock = 7_249_001;

const lockPollMs = 500;

/** Interval of the statements that keep the lock, which a suspended process loses after `idleInTransactionMs`. */
const keepAliveMs = 10_000;
/** A statement that takes no snapshot, because an index build waits for all transactions that hold one. */
const keepAliveSql = 'show transaction_isolation';

/** Sets the idle limit here because a proxy drops that of the session. */
const tryLock = `select pg_try_advisory_xact_lock(${migrationLock}) as taken,
  set_config('idle_in_transaction_session_timeout', '${operatorLimits.idleInTransactionMs}', true)`;

/**
 * Waits while another process migrates. Polls, because a transaction that waits in the database would block concurrent
 * index builds.
 * @returns a connection whose open transaction holds the lock: behind a transaction-pooling proxy a session lock would
 * belong to any client and outlive its holder
 */
async function takeLock(url: string, logger: Logger): Promise<PostgresClient> {
  const lock = await connectPostgres(url, { name: 'migration lock' });
  try {
    for (let attempt = 1; ; attempt += 1) {
      await lock.query('begin');
      const { rows } = await lock.query(tryLock);
      if (rows[0]?.taken === true) return lock;
      await lock.query('rollback');
      if (attempt === 1) logger.info('Waits for another process that migrates');
      await pause(lockPollMs);
    }
  } catch (error) {
    lock.destroy();
    throw error;
  }
}

/** @throws when another process may hold the lock */
async function assertHeld(lock: PostgresClient): Promise<void> {
  await lock.query(keepAliveSql).catch((cause: unknown) => {
    throw new Error('Lost the connection that holds the migration lock; run the migration again', { cause });
  });
}

async function releaseLock(lock: PostgresClient): Promise<void> {
  await lock.query('rollback').catch(() => undefined);
  await lock.end();
}

/**
 * Migrations in order, by their stable names. A migration whose `isTransactional` returns false runs outside a
 * transaction, as `create index concurrently` requires; it may be interrupted, so each of its statements must be
 * repeatable (`if not exists`).
 */
export type MigrationList = readonly { readonly name: string; readonly class: Constructor<Migration> }[];

/** SQLSTATE of a lock timeout. */
const lockNotAvailable = '55P03';

/** Number of attempts to get a lock, and the pause between them in which other statements can pass. */
const lockAttempts = 60;
const betweenAttemptsMs = 1000;

/**
 * Applies all pending migrations. Adjacent transactional ones are applied all or none. Any number of processes may
 * start it, because it takes a lock (MikroORM takes none).
 * @param orm with limits that fit, see `operatorLimits`, and a `lockMs` that other users of the database can tolerate
 * @returns the names of the applied migrations
 */
export async function migrate(orm: MikroORM, url: string, logger: Logger): Promise<string[]> {
  const lock = await takeLock(url, logger);
  const keepAlive = setInterval(() => lock.query(keepAliveSql).catch(() => undefined), keepAliveMs);
  try {
    await ensureTable(orm);
    const applied: string[] = [];
    for (const step of await pendingSteps(orm)) {
      await assertHeld(lock);
      logger.info({ migrations: step.names, transactional: step.transactional }, 'Migrating');
      if (step.transactional) await retryLockTimeouts(logger, () => orm.migrator.up({ migrations: [...step.names] }));
      else for (const name of step.names) await runOutsideTransaction(orm, url, name);
      applied.push(...step.names);
    }
    logger.info({ applied }, applied.length === 0 ? 'The database is up to date' : 'The database was migrated');
    return applied;
  } finally {
    clearInterval(keepAlive);
    await releaseLock(lock);
  }
}

/** In a transaction, because connections outside one can only read. */
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

/** Returns the pending migrations in order, with adjacent ones of a kind grouped. */
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

const listOf = (orm: MikroORM) => (orm.config.get('migrations').migrationsList ?? []) as unknown as MigrationList;

function instanceOf(orm: MikroORM, name: string): Migration {
  const found = listOf(orm).find((migration) => migration.name === name);
  if (!found) throw new Error(`There is no migration ${name}`);
  return new found.class(orm.em.getDriver(), orm.config);
}

/** Retries after a lock timeout, because a waiting lock request blocks all later statements. */
async function retryLockTimeouts(logger: Logger, act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await act();
      return;
    } catch (error) {
      const blocked = error instanceof Error && 'code' in error && error.code === lockNotAvailable;
      if (!blocked || attempt === lockAttempts) throw error;
      logger.info({ attempt }, 'A lock delays a migration, which is retried');
      await pause(betweenAttemptsMs);
    }
  }
}

/** Without a lock timeout: these statements do not block others while they wait. */
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

  /** An interrupted build leaves an invalid index, which PostgreSQL maintains but never uses. */
  async function dropInvalid(index: string): Promise<void> {
    const { rowCount } = await client.query(
      `select from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
      [index],
    );
    if (rowCount) await client.query(`drop index concurrently if exists "${index}"`);
  }
}

const pollMs = 1000;
/** SQLSTATE of a missing table: no migration has run yet. */
const undefinedTable = '42P01';

/**
 * Waits until the database responds. In a new installation the server, the database, its owner and the password appear
 * one after the other, so every fault is retried.
 * @throws the last fault
 */
export const awaitDatabase = (orm: MikroORM, logger: Logger, timeoutMs: number): Promise<void> =>
  pollUntilNone(() => orm.em.fork().execute<never[]>('select where false'), logger, timeoutMs);

/**
 * Waits, without a time limit, until another process has applied all migrations. Only reads, so any number of processes
 * may wait; a newer schema is accepted.
 */
export const awaitMigrations = (orm: MikroORM, logger: Logger): Promise<void> =>
  pollUntilNone(async () => {
    const applied = new Set(await appliedMigrations(orm));
    return listOf(orm)
      .map(({ name }) => name)
      .filter((name) => !applied.has(name));
  }, logger);

/** Polls until nothing is missing, and logs each new reason to wait. */
async function pollUntilNone(
  findMissing: () => Promise<readonly string[]>,
  logger: Logger,
  timeoutMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  for (let logged = ''; ; await pause(pollMs)) {
    let reason: string;
    try {
      const missing = await findMissing();
      if (missing.length === 0) return;
      reason = `missing migrations: ${missing.join(', ')}`;
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      reason = error instanceof Error ? error.message : String(error);
    }
    if (reason !== logged) logger.warn({ reason }, 'Waits for the database');
    logged = reason;
  }
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
