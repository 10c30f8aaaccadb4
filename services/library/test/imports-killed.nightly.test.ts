import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import { type ApiClient, type ServiceProcess, startServiceProcess, until } from '@nightshelf/testing';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { someGame, someUser, userOf } from './helpers.ts';
import { importOf, matched, sendImport, stepImport } from './import-helpers.ts';

const rows = 10_000;

let worker: ServiceProcess | null = null;
const { service } = await startWithCatalog({ ROLES: 'http' });
beforeAll(async () => {
  const { json, imageUrl, platformNames } = readyGame(someGame());
  await service.query(
    `insert into games select 'game-' || i, jsonb_set($1::jsonb, '{name}', to_jsonb('Game ' || i))::text, $2, $3
     from generate_series(1, $4::int) i`,
    [json, imageUrl, JSON.stringify(platformNames), rows],
  );
});
afterEach(() => worker?.kill());

const work = async () => {
  worker = await startServiceProcess(new URL('../src/main.ts', import.meta.url).pathname, {
    ...service.env,
    ROLES: 'http,jobs',
  });
};

const stateOf = async (client: ApiClient, id: string) => {
  const { imports } = await client.call(importCalls.listImports, {});
  return imports.find((one) => one.id === id) ?? expect.fail();
};

const doneOf = async (client: ApiClient, id: string) => (await stateOf(client, id)).done;

const countOf = async (client: ApiClient) => {
  const [counted] = await service.query<{ entries: number; events: number; subjects: number; steps: number }>(
    `select (select count(*)::int from entries where user_id = $1) as entries, count(*)::int as events,
       count(distinct envelope::json ->> 'subject')::int as subjects,
       (select count(*)::int from entry_history where user_id = $1) as steps
     from outbox where key = $1::text and envelope::json ->> 'type' = 'library.entry.added.v1'`,
    [userOf(client)],
  );
  return counted;
};

test('resumes a killed import and its undo without doing anything twice', {
  timeout: 600_000,
}, async () => {
  const client = someUser(service);
  const games = Array.from({ length: rows }, (_, at) => ({ title: `GAME ${1 + at}`, hours_played: '2.5' }));
  const id = await sendImport(client, games);
  await work();
  await until('some rows are matched', async () => ((await importOf(client, id)).matching?.left ?? 0) < rows, 60_000);
  await worker?.kill();
  await work();
  await matched(client, id, 120_000);
  expect(await importOf(client, id)).toMatchObject({ status: 'ready', fates: { added: rows } });
  await stepImport(client, id, 'start');
  await until('some of it is done', async () => (await doneOf(client, id)) > 1000, 60_000);
  await worker?.kill();
  const killedAt = await doneOf(client, id);
  expect(killedAt).toBeLessThan(rows);
  expect((await countOf(client))?.entries).toBe(killedAt);
  const goesOn = performance.now();
  await work();
  await until('it is over', async () => (await stateOf(client, id)).status === 'done', 120_000);
  console.info(`${rows - killedAt} rows in ${Math.round(performance.now() - goesOn)} ms, with the start of a process`);
  expect((await importOf(client, id)).fates).toMatchObject({ added: rows });
  expect(await countOf(client)).toEqual({ entries: rows, events: rows, subjects: rows, steps: rows });

  await stepImport(client, id, 'undo');
  await until('some of it is undone', async () => (await doneOf(client, id)) > 500, 60_000);
  await worker?.kill();
  await work();
  await until('it is undone', async () => (await stateOf(client, id)).status === 'undone', 120_000);
  expect((await importOf(client, id)).undone).toMatchObject({ undone: rows });
  expect(await countOf(client)).toMatchObject({ entries: 0, steps: 2 * rows });
});
