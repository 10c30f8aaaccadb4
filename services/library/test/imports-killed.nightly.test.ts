import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import { type ApiClient, type ServiceProcess, startServiceProcess, type TestService, until } from '@nightshelf/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LibraryWithCatalog, startWithCatalog } from './catalog-stub.ts';
import { somebody, someGame, userOf } from './helpers.ts';

const rows = 10_000;

let library: LibraryWithCatalog;
let service: TestService;
let worker: ServiceProcess | null = null;
beforeAll(async () => {
  library = await startWithCatalog({ ROLES: 'http' });
  service = library.service;
  const { json, imageUrl, platformNames } = readyGame(someGame());
  await service.query(
    `insert into games select 'game-' || i, jsonb_set($1::jsonb, '{name}', to_jsonb('Game ' || i))::text, $2, $3
     from generate_series(1, $4::int) i`,
    [json, imageUrl, JSON.stringify(platformNames), rows],
  );
});
afterEach(() => worker?.kill());
afterAll(() => library.stop());

const work = async () => {
  worker = await startServiceProcess(new URL('../src/main.ts', import.meta.url).pathname, {
    ...service.env,
    ROLES: 'http,jobs',
  });
};

async function sent(client: ApiClient): Promise<{ id: string }> {
  const body = { name: 'all.csv', source: 'table', rows } as const;
  const params = { id: (await client.call(importCalls.beginImport, { body })).import.id };
  for (let from = 1; from <= rows; from += 250) {
    const part = Array.from({ length: 250 }, (_, at) => ({ title: `GAME ${from + at}`, hours_played: '2.5' }));
    await client.call(importCalls.sendImportRows, { params, body: { from, rows: part } });
  }
  return params;
}

const get = async (client: ApiClient, params: { id: string }) =>
  (await client.call(importCalls.getImport, { params })).import;

const stateOf = async (client: ApiClient, { id }: { id: string }) => {
  const { imports } = await client.call(importCalls.listImports, {});
  return imports.find((one) => one.id === id) ?? expect.fail();
};

const doneOf = async (client: ApiClient, params: { id: string }) => (await stateOf(client, params)).done;

const step = (client: ApiClient, params: { id: string }, name: 'start' | 'undo') =>
  client.call(importCalls.stepImport, { params, body: { step: name } });

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
  const client = somebody(service);
  const params = await sent(client);
  await work();
  await until('some rows are matched', async () => ((await get(client, params)).matching?.left ?? 0) < rows, 60_000);
  await worker?.kill();
  await work();
  await until('all rows are matched', async () => (await get(client, params)).matching === null, 120_000);
  expect(await get(client, params)).toMatchObject({ status: 'ready', fates: { added: rows } });
  await step(client, params, 'start');
  await until('some of it is done', async () => (await doneOf(client, params)) > 1000, 60_000);
  await worker?.kill();
  const killedAt = await doneOf(client, params);
  expect(killedAt).toBeLessThan(rows);
  expect((await countOf(client))?.entries).toBe(killedAt);
  const goesOn = performance.now();
  await work();
  await until('it is over', async () => (await stateOf(client, params)).status === 'done', 120_000);
  console.info(`${rows - killedAt} rows in ${Math.round(performance.now() - goesOn)} ms, with the start of a process`);
  expect((await get(client, params)).fates).toMatchObject({ added: rows });
  expect(await countOf(client)).toEqual({ entries: rows, events: rows, subjects: rows, steps: rows });

  await step(client, params, 'undo');
  await until('some of it is undone', async () => (await doneOf(client, params)) > 500, 60_000);
  await worker?.kill();
  await work();
  await until('it is undone', async () => (await stateOf(client, params)).status === 'undone', 120_000);
  expect((await get(client, params)).undone).toMatchObject({ undone: rows });
  expect(await countOf(client)).toMatchObject({ entries: 0, steps: 2 * rows });
});
