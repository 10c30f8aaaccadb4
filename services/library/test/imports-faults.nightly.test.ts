import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getImport, listImports, stepImport } from '@nightshelf/contracts/calls/imports.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import type { ImportStatus } from '@nightshelf/contracts/imports.ts';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { createExtensions, type Postgres, type Redis, startPostgres, startRedis } from '@nightshelf/servers';
import {
  ApiClient,
  closeAfterTests,
  type ServiceProcess,
  someIdentity,
  startServiceProcess,
  testIdentitySecret,
  until,
} from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { libraryService } from '../src/service.ts';
import { startCatalogStub } from './catalog-stub.ts';
import { storeGames } from './helpers.ts';
import { sendMatched } from './import-helpers.ts';

const rows = 450;
const parts = 200;
const folder = temporaryFolder();

const throwAway = true;
const [postgres, redis] = await Promise.all([
  startPostgres({ directory: join(folder, 'postgres'), throwAway }),
  startRedis({ directory: join(folder, 'redis'), role: 'durable', throwAway }),
]);
closeAfterTests(() => Promise.all([postgres.stop(), redis.stop()]));
await createExtensions(postgres.adminUrl);
const pool = new pg.Pool({ connectionString: postgres.adminUrl, max: 2 });
pool.on('error', () => undefined);
closeAfterTests(() => pool.end());
const query = async <Row extends pg.QueryResultRow>(sql: string, params?: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>(sql, params)).rows;

const catalog = await startCatalogStub(async () => {
  const known = await query<{ guid: string; summary: string }>('select guid, summary from games');
  return known.map(({ guid, summary }) => ({ ...JSON.parse(summary), guid }));
});
const env = {
  CATALOG_URL: catalog.url,
  ...{ PORT: '0', OPERATIONS_PORT: '0', LOG_LEVEL: 'silent', LINGER_SECONDS: '0', ROLES: 'http' },
  ...{ DATABASE_URL: postgres.adminUrl, REDIS_URL: redis.url, REDIS_CACHE_URL: redis.url },
  ...{ IDENTITY_SECRET: testIdentitySecret, DATABASE_STATEMENT_SECONDS: '4' },
};
await runCommand(libraryService, 'migrate', [], env);
await storeGames(query, rows);
const service = await startService(libraryService, env);
closeAfterTests(() => service.stop());

/** Runs the imports in a process of its own, so that it can be killed. */
const startWorker = (): Promise<ServiceProcess> =>
  startServiceProcess(new URL('../src/main.ts', import.meta.url).pathname, { ...env, ROLES: 'http,jobs' });
let worker = await startWorker();
closeAfterTests(() => worker.kill());

// Pauses the transaction of a chosen row before its end, and shows the row in `pg_stat_activity`.
await query(`
  create table stops (place text primary key);
  create function stop_here() returns trigger language plpgsql as $$
  begin
    while exists (select from stops where place = tg_table_name || ' ' || new.position) loop
      perform set_config('application_name', tg_table_name || ' ' || new.position, true);
      perform pg_sleep(0.01);
    end loop;
    return null;
  end $$;
  create trigger stop_here after update on import_rows for each row execute function stop_here();
  create trigger stop_here after update on import_parts for each row execute function stop_here()`);

const stopAt = (...places: readonly string[]) =>
  query('insert into stops select unnest($1::text[])', [places as unknown as string]);

/** Disturbs a server or process while the transaction of a row is paused. */
async function at(place: string, disturb: () => Promise<void>): Promise<void> {
  await until(
    `it is at ${place}`,
    async () => (await query('select from pg_stat_activity where application_name = $1', [place])).length > 0,
    60_000,
  );
  await disturb();
  await until('the stop is lifted', () => query('delete from stops where place = $1', [place]));
}

const killed = (server: Postgres | Redis) => async () => {
  await server.kill('SIGKILL');
  await server.restart();
};
const killPostgres = killed(postgres);
const killRedis = killed(redis);

async function killWorker(): Promise<void> {
  await worker.kill();
  worker = await startWorker();
}

/** Freezes all PostgreSQL processes with open connections until the service gives up on them. */
async function freezePostgres(): Promise<void> {
  // The file is empty for a moment after a restart, and process 0 would stand for the tests' own process group.
  const pids = await until('PostgreSQL has started its processes', () => {
    const [main] = /^\d+/.exec(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')) ?? [];
    const children = main ? (readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').match(/\d+/g) ?? []) : [];
    return children.length > 0 && [main, ...children].map(Number);
  });
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  const anyUser = new ApiClient(service.url).as(someIdentity());
  try {
    await until(
      'a request that began later is given up',
      async () => (await anyUser.attempt(listImports, {})).status === 503,
    );
  } finally {
    for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT');
  }
}

/** Sends an import with new, changed, unchanged, repeated and unknown games, and with playthroughs and sessions. */
async function sent(): Promise<{ client: ApiClient; params: { id: string } }> {
  const client = new ApiClient(service.url).as(someIdentity());
  await query(
    `insert into entries (id, user_id, guid, status, date_added, version, rating, hours_played)
     select gen_random_uuid(), $1, 'game-' || i, 'playing', now(), 1, case when i % 14 = 0 then 3 end, case when i % 14 = 0 then 1 end
     from generate_series(7, $2::int, 7) i`,
    [client.identity?.userId, rows],
  );
  const played = Array.from({ length: parts }, (_, at) => {
    const guid = `game-${1 + Math.floor(at / 2)}`;
    const day = new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);
    return at % 2 === 0
      ? { kind: 'playthrough' as const, guid, ref: `p${at}`, copy: `Copy ${at}` }
      : { kind: 'session' as const, guid, day, minutes: 30, playthrough: `p${at - 1}` };
  });
  const all = Array.from({ length: rows }, (_, place): Record<string, string> => {
    const i = place + 1;
    if (i % 50 === 0) return { title: `Unknown ${i}` };
    if (i % 45 === 0) return { title: `Game ${i - 1}` };
    return { title: `Game ${i}`, guid: `game-${i}`, hours_played: '2.5', rating: String(1 + (i % 10)) };
  });
  const params = { id: await sendMatched(client, all, { parts: played }) };
  return { client, params };
}

type Sent = Awaited<ReturnType<typeof sent>>;

const step = ({ client, params }: Sent, name: 'start' | 'undo') =>
  client.call(stepImport, { params, body: { step: name } });

const ended = ({ client }: Sent, status: ImportStatus) =>
  until(
    `it is ${status} by itself`,
    async () => (await client.call(listImports, {})).imports[0]?.status === status,
    60_000,
  );

/** Returns the results of an import and the vault, without ids and times. */
async function outcome({ client, params }: Sent) {
  const { fates, undone, done, parts } = (await client.call(getImport, { params })).import;
  const { library } = await client.call(listWholeLibrary, {});
  const user = client.identity?.userId;
  return {
    ...{ fates, undone, done, parts },
    vault: library
      .map(({ guid, status, rating, hours_played, version }) => ({ guid, status, rating, hours_played, version }))
      .sort((one, other) => (one.guid < other.guid ? -1 : 1)),
    rows: await query(
      `select position, match, guid, fate, undone, before, after from import_rows where import_id = $1 order by position`,
      [params.id],
    ),
    played: await query(
      `select 'playthrough' as kind, count(*)::int, count(distinct copy)::int as different from playthroughs where user_id = $1
       union all
       select 'session', count(*)::int, count(distinct (day, playthrough_id))::int from play_sessions where user_id = $1`,
      [user],
    ),
    events: await query(
      `select envelope::json ->> 'type' as type, count(*)::int,
         count(distinct (envelope::json ->> 'subject', envelope::json ->> 'aggregateversion'))::int as versions
       from outbox where key = $1 group by 1 order by 1`,
      [user],
    ),
    history: await query(
      `select cause ->> 'kind' as by, kind, count(*)::int, count(distinct entry_id)::int as entries
       from entry_history where user_id = $1 group by 1, 2 order by 1, 2`,
      [user],
    ),
  };
}

test('gives the same import and undo results whichever server or process is killed or frozen in between', {
  timeout: 420_000,
}, async () => {
  const [calm, disturbed] = [await sent(), await sent()];
  await step(calm, 'start');
  await ended(calm, 'done');
  const imported = await outcome(calm);
  expect(imported).toMatchObject({ done: rows, fates: { unmatched: 9, doubled: 9, unchanged: 31, changed: 31 } });
  expect(imported.parts.map(({ added }) => added)).toEqual([96, 96]);
  for (const { count, versions } of imported.events) expect(versions).toBe(count);

  await stopAt('import_rows 50', 'import_rows 150', 'import_rows 250', 'import_rows 350', 'import_parts 50');
  await step(disturbed, 'start');
  await at('import_rows 50', killWorker);
  await at('import_rows 150', killPostgres);
  await at('import_rows 250', freezePostgres);
  await at('import_rows 350', killRedis);
  await at('import_parts 50', killPostgres);
  await ended(disturbed, 'done');
  expect(await outcome(disturbed)).toEqual(imported);

  await step(calm, 'undo');
  await ended(calm, 'undone');
  const undone = await outcome(calm);
  expect(undone.vault).toHaveLength(64);
  await stopAt('import_parts 50', 'import_rows 301', 'import_rows 101');
  await step(disturbed, 'undo');
  await at('import_parts 50', killRedis);
  await at('import_rows 301', killPostgres);
  await at('import_rows 101', killWorker);
  await ended(disturbed, 'undone');
  expect(await outcome(disturbed)).toEqual(undone);
});
