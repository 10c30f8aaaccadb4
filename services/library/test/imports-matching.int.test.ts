import { randomUUID } from 'node:crypto';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import { type ApiClient, type ServiceProcess, startServiceProcess, type TestService, until } from '@nightshelf/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LibraryWithCatalog, startWithCatalog } from './catalog-stub.ts';
import { confirm, somebody, someGame } from './helpers.ts';

let library: LibraryWithCatalog;
let service: TestService;
let worker: ServiceProcess | undefined;
beforeAll(async () => {
  library = await startWithCatalog({ ROLES: 'http,consumers' });
  service = library.service;
});
afterEach(async () => {
  library.catalog.unusual = () => undefined;
  await worker?.kill();
  worker = undefined;
});
afterAll(() => library.stop());

const work = async () => {
  worker = await startServiceProcess(new URL('../src/main.ts', import.meta.url).pathname, {
    ...service.env,
    ROLES: 'http,jobs',
  });
};

async function send(client: ApiClient, titles: readonly string[]): Promise<{ id: string }> {
  const body = { name: 'games.csv', source: 'table' as const, rows: titles.length };
  const params = { id: (await client.call(importCalls.beginImport, { body })).import.id };
  for (let from = 1; from <= titles.length; from += 250) {
    const rows = titles.slice(from - 1, from + 249).map((title) => ({ title }));
    await client.call(importCalls.sendImportRows, { params, body: { from, rows } });
  }
  return params;
}

const get = async (client: ApiClient, params: { id: string }) =>
  (await client.call(importCalls.getImport, { params })).import;
const matched = (client: ApiClient, params: { id: string }) =>
  until('all rows are matched', async () => (await get(client, params)).matching === null, 60_000);

const undecided = (rows: number): RowCandidates[] =>
  Array.from({ length: rows }, () => ({ by_id: null, named: [], near: [], asked: false }));

test('matches to the same result without its user and after its process was killed', { timeout: 420_000 }, async () => {
  const client = somebody(service);
  const prefix = randomUUID().slice(0, 8);
  for (let at = 0; at < 6; at += 1) await confirm(service, someGame({ name: `${prefix} ${at}` }));
  const titles = Array.from({ length: 1200 }, (_, at) => `${prefix} ${at % 12}`);
  const params = await send(client, titles);
  expect(await get(client, params)).toMatchObject({ status: 'ready', matching: { left: 1200 } });
  // Simulates the end of a killed process's lease.
  const kill = async () => {
    await worker?.kill();
    await service.query('update imports set match_leased_until = now() where id = $1', [params.id]);
  };
  for (const [responses, left] of [
    [0, 1200],
    [1, 700],
    [1, 200],
  ] as const) {
    let asked = 0;
    library.catalog.unusual = () => (asked++ < responses ? undefined : null);
    await work();
    await until('the catalog is asked once more', () => asked > responses, 120_000);
    await kill();
    expect((await get(client, params)).matching?.left).toBe(left);
  }
  library.catalog.unusual = () => undefined;
  await work();
  await matched(client, params);
  expect((await get(client, params)).fates).toMatchObject({ added: 6, doubled: 594, unmatched: 600, matching: 0 });
});

test('asks the provider about the remaining rows at the requested pace and estimates the rest', {
  timeout: 60_000,
}, async () => {
  const client = somebody(service);
  const name = `Found later ${randomUUID()}`;
  const params = await send(client, [name, 'Found Never']);
  let asked = 0;
  library.catalog.unusual = ({ rows, ask_provider }) => {
    if (!ask_provider) return { body: { rows: undecided(rows.length), retry_after_seconds: null } };
    asked += 1;
    return asked < 3 ? { body: { rows: undecided(rows.length), retry_after_seconds: 1 } } : undefined;
  };
  await work();
  await until('the provider was asked', () => asked > 0);
  expect((await get(client, params)).matching).toMatchObject({ left: 2 });
  expect((await get(client, params)).fates).toMatchObject({ matching: 2 });
  await confirm(service, someGame({ name }));
  await matched(client, params);
  expect((await get(client, params)).fates).toMatchObject({ added: 1, unmatched: 1 });
});

test('imports rows as they are matched when the import is started early', { timeout: 60_000 }, async () => {
  const client = somebody(service);
  const name = `Started at once ${randomUUID()}`;
  await confirm(service, someGame({ name }));
  const params = await send(client, [name, 'Nowhere To Be Found']);
  await client.call(importCalls.stepImport, { params, body: { step: 'start' } });
  expect(await get(client, params)).toMatchObject({ status: 'running', done: 0 });
  await work();
  await until('it is done', async () => (await get(client, params)).status === 'done', 30_000);
  expect((await get(client, params)).fates).toMatchObject({ added: 1, unmatched: 1 });
});

test.each([
  ['fails', () => ({ status: 503, body: { success: false } })],
  ['is out of order', () => ({ status: 200, body: '<html>' })],
])('waits for a catalog that %s', { timeout: 60_000 }, async (_, unusual) => {
  const client = somebody(service);
  const name = `Waited for ${randomUUID()}`;
  await confirm(service, someGame({ name }));
  const params = await send(client, [name]);
  let failed = 0;
  library.catalog.unusual = () => (failed++ < 2 ? unusual() : undefined);
  await work();
  await matched(client, params);
  expect((await get(client, params)).fates).toMatchObject({ added: 1 });
});

test('decides by the stored games when no provider responds', { timeout: 420_000 }, async () => {
  const client = somebody(service);
  const params = await send(client, ['Nobody Home']);
  await service.query(`update imports set match_failures = 3 where id = $1`, [params.id]);
  library.catalog.unusual = ({ rows }) => ({ body: { rows: undecided(rows.length), retry_after_seconds: null } });
  await service.query(`update import_rows set lookup = 1 where import_id = $1`, [params.id]);
  await work();
  await until(
    'it was tried',
    async () => {
      await service.query(`update imports set match_due_at = now() where id = $1 and match_due_at > now()`, [
        params.id,
      ]);
      return (await get(client, params)).matching === null;
    },
    60_000,
  );
  expect((await get(client, params)).fates).toMatchObject({ unmatched: 1 });
});
