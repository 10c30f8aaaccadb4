import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Migration } from '@mikro-orm/migrations';
import { closeAfterTests, createDatabase, isolatedRedis, testSettings, until } from '@nightshelf/testing';
import pg from 'pg';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { type MigrationList, migrate as migrateOrm } from '../src/database/migrate.ts';
import { runCommand } from '../src/service/commands.ts';
import { defineService } from '../src/service/service-definition.ts';
import { createOrm } from './fixtures/orm.ts';
import { findPgbouncer, startPgbouncer } from './fixtures/pgbouncer.ts';

let env: Record<string, string>;
let pool: pg.Pool;

beforeEach(async () => {
  const database = await createDatabase('migrate');
  const redis = await isolatedRedis();
  env = {
    ...testSettings(redis),
    DATABASE_URL: database.url,
    DATABASE_STATEMENT_SECONDS: '0.3',
  };
  pool = new pg.Pool({ connectionString: database.url });
  closeAfterTests(() => pool.end());
  // The tests end connections on purpose.
  pool.on('error', () => undefined);
  await pool.query('create table notes (id int, text text)');
  await pool.query(`insert into notes select n, 'note' from generate_series(1, 100) n`);
});

/** Migrations that run these statements. */
function migrations(list: Record<string, { sql: string; outside?: boolean }>): MigrationList {
  return Object.entries(list).map(([name, { sql, outside = false }]) => ({
    name,
    class: class extends Migration {
      override up(): void {
        this.addSql(sql);
      }
      override isTransactional(): boolean {
        return !outside;
      }
    },
  }));
}

function migrate(list: Parameters<typeof migrations>[0], url = env.DATABASE_URL ?? ''): Promise<void> {
  const service = defineService({
    name: 'migrated',
    settings: z.object({}),
    entities: [],
    migrations: migrations(list),
    compose: () => ({ routes: () => undefined }),
  });
  return runCommand(service, 'migrate', [], { ...env, DATABASE_URL: url });
}

async function applied(): Promise<string[]> {
  const { rows } = await pool.query(`select name from migrations where name like 'm%' order by id`);
  return rows.map(({ name }) => name);
}

async function isValid(index: string): Promise<boolean | undefined> {
  const { rows } = await pool.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [index]);
  return rows[0]?.indisvalid;
}

const waits = (query: string) => async () => {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query ilike $1`;
  return ((await pool.query(sql, [query])).rowCount ?? 0) > 0;
};

test('a migration may take longer than the statement limit of requests', async () => {
  await migrate({ m1: { sql: 'select pg_sleep(0.8)' } });
  expect(await applied()).toEqual(['m1']);
});

test('migrates a database that has all migrations before the baseline, and refuses one that has only some', async () => {
  await pool.query('create table migrations (id serial primary key, name text, executed_at timestamptz default now())');
  await pool.query(`insert into migrations (name) values ('0000-event-tables')`);
  await expect(migrate({})).rejects.toThrow('older than commit 8092127c');
  expect((await pool.query('select name from migrations')).rows).toEqual([{ name: '0000-event-tables' }]);

  await pool.query(readFileSync(new URL('../src/database/migrations/baseline.sql', import.meta.url), 'utf8'));
  await pool.query(`insert into migrations (name) values ('platform-0009-outbox-topics')`);
  await migrate({ m1: { sql: 'select from snapshots' } });
  expect(await applied()).toEqual(['m1']);
});

test('builds an index while writes continue', async () => {
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query(`insert into notes values (0, 'under way')`);
  const building = migrate({
    m1: { sql: 'create index concurrently if not exists notes_id on notes (id)', outside: true },
  });
  await until('the index waits for the writer', waits('create index concurrently%'));
  for (let id = 1000; id < 1020; id += 1) await pool.query(`insert into notes values ($1, 'meanwhile')`, [id]);
  await writer.query('commit');
  writer.release();
  await building;
  expect(await isValid('notes_id')).toBe(true);
  expect(await applied()).toEqual(['m1']);
});

test('keeps the migrations before a failed one, continues from there and rebuilds a broken index', async () => {
  const list = {
    m1: { sql: 'create table one (id int)' },
    m2: { sql: 'create table two (id int)' },
    m3: { sql: 'create unique index concurrently if not exists notes_text on notes (text)', outside: true },
    m4: { sql: 'create table four (id int)' },
    m5: { sql: 'create table five (id int, nonsense)' },
  };
  await expect(migrate(list)).rejects.toThrow('could not create unique index');
  expect(await applied()).toEqual(['m1', 'm2']);
  expect(await isValid('notes_text')).toBe(false);

  await pool.query('update notes set text = id::text');
  await expect(migrate(list)).rejects.toThrow('syntax error');
  expect(await isValid('notes_text')).toBe(true);
  // Adjacent transactional migrations are applied all or none.
  expect(await applied()).toEqual(['m1', 'm2', 'm3']);

  await migrate({ ...list, m5: { sql: 'create table five (id int)' } });
  expect(await applied()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
});

test('two concurrent runs migrate once', async () => {
  const list = {
    m1: { sql: 'create table once (id int)' },
    m2: { sql: 'create index concurrently if not exists notes_once on notes (id)', outside: true },
    m3: { sql: 'insert into once values (1)' },
  };
  await Promise.all([migrate(list), migrate(list), migrate(list)]);
  expect(await applied()).toEqual(['m1', 'm2', 'm3']);
  expect((await pool.query('select from once')).rowCount).toBe(1);
});

test.skipIf(findPgbouncer() === null)(
  'migrates behind a transaction-pooling proxy and leaves no lock behind',
  async () => {
    const ignored = ['options', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const pooler = await startPgbouncer(env.DATABASE_URL ?? '', ignored);
    const list = {
      // Longer than the proxy would let a session idle in a transaction.
      m1: { sql: 'create table once as select 1 as id from pg_sleep(2.5)' },
      m2: { sql: 'create index concurrently if not exists notes_once on notes (id)', outside: true },
      m3: { sql: 'insert into once values (2)' },
    };
    const more = { ...list, m4: { sql: 'insert into once values (3)' } };
    await Promise.all([migrate(list, pooler.url), migrate(list, pooler.url), migrate(list, pooler.url)]);
    await Promise.all([migrate(more, pooler.url), migrate(more, pooler.url)]);
    expect(await applied()).toEqual(['m1', 'm2', 'm3', 'm4']);
    expect((await pool.query('select from once')).rowCount).toBe(3);
    const locks = `select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    expect((await pool.query(locks)).rowCount).toBe(0);
  },
  120_000,
);

/** The connection that holds the lock, and whether its process runs the migration `wait`. */
const lock = `application_name = 'migration lock' and datname = current_database()`;
const waiting = `exists (select from pg_stat_activity where query like 'do $$%' and datname = current_database())`;
// Until the test lets it continue.
const wait = `do $$ begin while not exists (select from notes where id = -1) loop perform pg_sleep(0.1); end loop; end $$`;

test('a process that has lost the lock stops', async () => {
  const first = migrate({ m1: { sql: wait }, m2: { sql: 'select 1', outside: true } });
  await until('it migrates', async () => {
    const sql = `select pg_terminate_backend(pid) as ended from pg_stat_activity where ${lock} and ${waiting}`;
    return (await pool.query(sql)).rows[0]?.ended === true;
  });
  const held = async () => (await pool.query(`select from pg_stat_activity where ${lock}`)).rowCount;
  await until('its lock is gone', async () => (await held()) === 0);
  await pool.query('insert into notes values (-1)');
  await expect(first).rejects.toThrow('migration lock');
  expect(await applied()).toEqual(['m1']);
});

test('a frozen process loses the lock after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const migrating = migrate({ m1: { sql: wait } });
  const lockUsed = async () => {
    const sql = `select state_change::text as at from pg_stat_activity where ${lock} and ${waiting}`;
    return (await pool.query(sql)).rows[0]?.at;
  };
  const before = await until('it migrates', lockUsed);
  await vi.advanceTimersByTimeAsync(20_000);
  await until('it keeps the lock', async () => (await lockUsed()) > before);
  await until('it has lost the lock', async () => (await lockUsed()) === undefined, 75_000);
  await pool.query('insert into notes values (-1)');
  await migrating;
}, 120_000);

test('logs once that it waits for another process', async () => {
  const { orm, url } = await createOrm({ pool: 2 });
  const other = new pg.Client({ connectionString: url });
  closeAfterTests(() => other.end());
  await other.connect();
  await other.query('select pg_advisory_lock(7249001)');
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const migrating = migrateOrm(orm, url, logger);
  await until('it waits', () => lines.length > 0);
  await pause(1200);
  await other.query('select pg_advisory_unlock(7249001)');
  await migrating;
  expect(lines).toEqual(['Waits for another process that migrates', 'The database is up to date']);
});

test('a migration that waits for a lock does not block other statements for long', async () => {
  const reader = await pool.connect();
  await reader.query('begin');
  await reader.query('select from notes');
  const migrating = migrate({ m1: { sql: 'alter table notes add column more text' } });
  await until('the migration waits', waits('alter table%'));
  await pool.query('select from notes');
  await reader.query('commit');
  reader.release();
  await migrating;
  expect(await applied()).toEqual(['m1']);
});
