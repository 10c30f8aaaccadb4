import { randomUUID } from 'node:crypto';
import type { RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import { until } from '@nightshelf/testing';
import { afterEach, expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { confirm, type Player, someGame, someUser, startInstance } from './helpers.ts';
import { importOf, matched, sendImport, stepImport } from './import-helpers.ts';

const { service, catalog } = await startWithCatalog({ ROLES: 'http,consumers' });
afterEach(() => {
  catalog.unusual = () => undefined;
});

/** Starts an instance that matches, until the end of the test. */
const work = () => startInstance(service, { ROLES: 'http,jobs' });

const send = (client: Player, titles: readonly string[]) =>
  sendImport(
    client,
    titles.map((title) => ({ title })),
  );

const undecided = (rows: number): RowCandidates[] =>
  Array.from({ length: rows }, () => ({ by_id: null, named: [], near: [], asked: false }));

test('matches to the same result without its user and after its process was killed', { timeout: 420_000 }, async () => {
  const client = someUser(service);
  const prefix = randomUUID().slice(0, 8);
  for (let at = 0; at < 6; at += 1) await confirm(service, someGame({ name: `${prefix} ${at}` }));
  const titles = Array.from({ length: 1200 }, (_, at) => `${prefix} ${at % 12}`);
  const id = await send(client, titles);
  expect(await importOf(client, id)).toMatchObject({ status: 'ready', matching: { left: 1200 } });
  for (const [responses, left] of [
    [0, 1200],
    [1, 700],
    [1, 200],
  ] as const) {
    let asked = 0;
    catalog.unusual = () => (asked++ < responses ? undefined : null);
    const worker = await work();
    await until('the catalog is asked once more', () => asked > responses, 120_000);
    await worker.kill();
    expect((await importOf(client, id)).matching?.left).toBe(left);
  }
  catalog.unusual = () => undefined;
  await work();
  await matched(client, id, 120_000);
  expect((await importOf(client, id)).fates).toMatchObject({ added: 6, doubled: 594, unmatched: 600, matching: 0 });
});

test('asks the provider about the remaining rows at the requested pace and estimates the rest', {
  timeout: 60_000,
}, async () => {
  const client = someUser(service);
  const name = `Found later ${randomUUID()}`;
  const id = await send(client, [name, 'Found Never']);
  let asked = 0;
  catalog.unusual = ({ rows, ask_provider }) => {
    if (!ask_provider) return { body: { rows: undecided(rows.length), retry_after_seconds: null } };
    asked += 1;
    return asked < 3 ? { body: { rows: undecided(rows.length), retry_after_seconds: 1 } } : undefined;
  };
  await work();
  await until('the provider was asked', () => asked > 0);
  expect((await importOf(client, id)).matching).toMatchObject({ left: 2 });
  expect((await importOf(client, id)).fates).toMatchObject({ matching: 2 });
  await confirm(service, someGame({ name }));
  await matched(client, id);
  expect((await importOf(client, id)).fates).toMatchObject({ added: 1, unmatched: 1 });
});

test('matches stored games at once while other imports wait for a provider', { timeout: 60_000 }, async () => {
  const slow = `Slow ${randomUUID()}`;
  catalog.unusual = ({ rows, ask_provider }) => {
    if (ask_provider) return null;
    return rows[0]?.title === slow ? { body: { rows: undecided(rows.length), retry_after_seconds: null } } : undefined;
  };
  for (let at = 0; at < 6; at += 1) await send(someUser(service), [slow]);
  await work();
  const atProvider = `select count(*)::int as count from import_rows where given ->> 'title' = $1 and lookup = 1`;
  await until(
    'all wait for the provider',
    async () => (await service.query(atProvider, [slow]))[0]?.count === 6,
    20_000,
  );
  const client = someUser(service);
  const name = `Stored ${randomUUID()}`;
  await confirm(service, someGame({ name }));
  await matched(client, await send(client, [name]), 10_000);
});

test('imports rows as they are matched when the import is started early', { timeout: 60_000 }, async () => {
  const client = someUser(service);
  const name = `Started at once ${randomUUID()}`;
  await confirm(service, someGame({ name }));
  const id = await send(client, [name, 'Nowhere To Be Found']);
  await stepImport(client, id, 'start');
  expect(await importOf(client, id)).toMatchObject({ status: 'running', done: 0 });
  await work();
  await until('it is done', async () => (await importOf(client, id)).status === 'done', 30_000);
  expect((await importOf(client, id)).fates).toMatchObject({ added: 1, unmatched: 1 });
});

test.each([
  ['fails', () => ({ status: 503, body: { success: false } })],
  ['is out of order', () => ({ status: 200, body: '<html>' })],
])('waits for a catalog that %s', { timeout: 60_000 }, async (_, unusual) => {
  const client = someUser(service);
  const name = `Waited for ${randomUUID()}`;
  await confirm(service, someGame({ name }));
  const id = await send(client, [name]);
  let failed = 0;
  catalog.unusual = () => (failed++ < 2 ? unusual() : undefined);
  await work();
  await matched(client, id);
  expect((await importOf(client, id)).fates).toMatchObject({ added: 1 });
});

test('decides by the stored games when no provider responds', { timeout: 420_000 }, async () => {
  const client = someUser(service);
  const id = await send(client, ['Never Heard Of']);
  await service.query(`update imports set match_failures = 3 where id = $1`, [id]);
  catalog.unusual = ({ rows }) => ({ body: { rows: undecided(rows.length), retry_after_seconds: null } });
  await service.query(`update import_rows set lookup = 1 where import_id = $1`, [id]);
  await work();
  await until(
    'it was tried',
    async () => {
      await service.query(`update imports set match_due_at = now() where id = $1 and match_due_at > now()`, [id]);
      return (await importOf(client, id)).matching === null;
    },
    60_000,
  );
  expect((await importOf(client, id)).fates).toMatchObject({ unmatched: 1 });
});
