import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, infrastructure, isolatedRedis, testSettings, until } from '@nightshelf/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../src/service/commands.ts';
import { defineService } from '../src/service/service-definition.ts';

const idle = defineService({
  name: 'idle',
  settings: z.object({}),
  entities: [],
  migrations: [],
  compose: () => ({ routes: () => undefined }),
});

let env: Record<string, string>;
let client: pg.Client;

beforeAll(async () => {
  const database = await createDatabase('idle');
  const redis = await isolatedRedis();
  env = { ...testSettings(redis), DATABASE_URL: database.url };
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(() => client?.end());

test('waits until another process has migrated, and applies nothing itself', async () => {
  const tables = async () => (await client.query("select to_regclass('migrations') as it")).rows[0].it;
  const polls = `select 1 from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and query like 'select name from migrations%'`;
  const waiting = runCommand(idle, 'await-migrations', [], env);
  await until('it has polled', async () => (await client.query(polls)).rowCount === 1);
  expect(await tables()).toBeNull();

  await runCommand(idle, 'migrate', [], env);
  await waiting;
  const { rows } = await client.query('select name from migrations');
  expect(rows.length).toBeGreaterThan(0);
  await runCommand(idle, 'await-migrations', [], env);
});

test('migrate waits for a database that does not exist yet', async () => {
  const database = await createDatabase('late');
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: infrastructure().postgresAdminUrl });
  onTestFinished(() => admin.end());
  await admin.connect();
  await admin.query(`alter database ${name} allow_connections false`);

  const migrating = runCommand(idle, 'migrate', [], { ...env, DATABASE_URL: database.url });
  expect(await Promise.race([migrating.then(() => 'done'), pause(1500, 'waits')])).toBe('waits');
  await admin.query(`alter database ${name} allow_connections true`);
  await migrating;
  await runCommand(idle, 'await-migrations', [], { ...env, DATABASE_URL: database.url });
});

test('await-migrations waits for a missing database and does not create it', async () => {
  const database = await createDatabase('unmade');
  const name = new URL(database.url).pathname.slice(1);
  await database.drop();
  const admin = new pg.Client({ connectionString: infrastructure().postgresAdminUrl });
  onTestFinished(() => admin.end());
  await admin.connect();
  const made = async () => (await admin.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;

  const its = { ...env, DATABASE_URL: database.url };
  const both = Promise.all([runCommand(idle, 'await-migrations', [], its), runCommand(idle, 'migrate', [], its)]);
  expect(await Promise.race([both.then(() => 'done'), pause(2500, 'waits')])).toBe('waits');
  expect(await made()).toBe(false);
  await admin.query(`create database ${name} owner ${new URL(database.url).username}`);
  await both;
});
