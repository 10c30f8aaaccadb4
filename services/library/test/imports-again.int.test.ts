import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import { type ApiClient, type TestService, until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LibraryWithCatalog, startWithCatalog } from './catalog-stub.ts';
import { confirm, somebody, someGame, whole } from './helpers.ts';

let library: LibraryWithCatalog;
let service: TestService;
beforeAll(async () => {
  library = await startWithCatalog();
  service = library.service;
});
afterAll(() => library.stop());

const calls = importCalls;
type Cells = Readonly<Record<string, string>>;
async function send(client: ApiClient, rows: readonly Cells[], given: object = {}): Promise<string> {
  const body = { name: 'games.csv', source: 'table' as const, rows: rows.length, ...given };
  const { import: begun } = await client.call(calls.beginImport, { body });
  await client.call(calls.sendImportRows, { params: { id: begun.id }, body: { from: 1, rows: [...rows] } });
  await until('all rows are matched', async () => (await get(client, begun.id)).matching === null);
  return begun.id;
}
const step = (client: ApiClient, id: string, name: 'start' | 'pause' | 'cancel' | 'undo') =>
  client.call(calls.stepImport, { params: { id }, body: { step: name } });
const get = async (client: ApiClient, id: string) => (await client.call(calls.getImport, { params: { id } })).import;
async function run(client: ApiClient, id: string, name: 'start' | 'undo' = 'start') {
  await step(client, id, name);
  return until('it is over', async () => {
    const now = await get(client, id);
    return now.status === (name === 'start' ? 'done' : 'undone') ? now : undefined;
  });
}

const rowOfGrouvee = (guid: string, seconds: number) => ({
  ...{ name: 'A game', shelves: '{"Played":{}}', platforms: '{}', giantbomb_id: guid.replace('3030-', '') },
  dates: JSON.stringify([{ seconds_played: seconds }]),
});

// 400,000,000 s are more than 99,999.5 hours; 4,000,000,000 s are more than the column holds.
test.each([4e8, 4e9])('lists the rows of a Grouvee import with %d seconds', async (seconds) => {
  const client = somebody(service);
  const { guid } = await confirm(service);
  const id = await send(client, [rowOfGrouvee(guid, seconds)], { source: 'grouvee' });
  expect((await client.attempt(calls.listImportRows, { params: { id }, query: {} })).status).toBe(200);
});

test.each([4e8, 4e9])(
  'finishes a Grouvee import and adds the other games with %d seconds',
  async (seconds) => {
    const client = somebody(service);
    const [long, other] = [await confirm(service), await confirm(service)];
    const id = await send(client, [rowOfGrouvee(long.guid, seconds), rowOfGrouvee(other.guid, 7200)], {
      source: 'grouvee',
    });
    expect((await run(client, id)).fates).toMatchObject({ added: 2 });
    expect((await whole(client)).library.map(({ hours_played }) => hours_played).sort()).toEqual([2, null]);
  },
  60_000,
);

test('undoes all of an import whose earlier row was matched after a later one of the same game was added', async () => {
  const client = somebody(service);
  const game = await confirm(service, someGame({ name: 'Some Very Special Name' }));
  const id = await send(client, [
    { title: 'Spelled Beyond Recognition', hours_played: '12' },
    { title: game.name, rating: '8' },
  ]);
  expect((await run(client, id)).fates).toMatchObject({ added: 1, unmatched: 1 });
  await client.call(calls.matchImportRow, { params: { id, position: 1 }, body: { guid: game.guid } });
  await run(client, id);
  const undone = await run(client, id, 'undo');
  expect(undone.undone).toMatchObject({ kept: 0 });
  expect((await whole(client)).library).toEqual([]);
});

test('imports the parts of a game whose row was first left out and then matched', async () => {
  const client = somebody(service);
  const game = await confirm(service);
  const body = { name: 'vault.json', source: 'nightshelf' as const, rows: 1 };
  const { id } = (await client.call(calls.beginImport, { body })).import;
  const session = { kind: 'session', day: '2026-03-01', minutes: 90, note: 'Hello', spoiler: false } as const;
  const parts = [{ ...session, guid: game.guid, playthrough: null }];
  await client.call(calls.sendImportParts, { params: { id }, body: { from: 1, parts } });
  await client.call(calls.sendImportRows, {
    params: { id },
    body: { from: 1, rows: [{ title: game.name, guid: game.guid, status: 'playing' }] },
  });
  await client.call(calls.matchImportRow, { params: { id, position: 1 }, body: { guid: null } });
  expect((await run(client, id)).fates).toMatchObject({ left_out: 1 });
  await client.call(calls.matchImportRow, { params: { id, position: 1 }, body: { guid: game.guid } });
  const now = await run(client, id);
  expect(now.fates).toMatchObject({ added: 1 });
  expect(now.parts).toMatchObject([{ added: 1, left_out: 0 }]);
  expect((await client.call(journalCalls.listPlaySessions, { query: {} })).sessions).toHaveLength(1);
});
