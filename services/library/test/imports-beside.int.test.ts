import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import { until } from '@nightshelf/testing';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { addSome, confirm, someUser } from './helpers.ts';
import { importOf, runImport, sendImport, stepImport } from './import-helpers.ts';

const { service } = await startWithCatalog();
const other = new pg.Client({ connectionString: service.env.DATABASE_URL });
await other.connect();
afterAll(() => other.end());

/** Longer than PostgreSQL's deadlock timeout. */
const waitingLong = `
  select from pg_locks where not granted and waitstart < clock_timestamp() - current_setting('deadlock_timeout')::interval * 1.5`;

const waiting = (count: number) =>
  until(`${count} wait`, async () => (await service.query(waitingLong)).length >= count);

const placeIn = (list: string, guid: string) => ({ kind: 'listed', guid, list }) as const;

const deadlocks = () => service.query('select deadlocks from pg_stat_database where datname = current_database()');

/** Sends an import that adds a game to each of these lists, in order. */
async function importInto(client: ReturnType<typeof someUser>, names: readonly string[]) {
  const games = await Promise.all(names.map(() => confirm(service)));
  const parts = [
    ...names.map((name) => ({ kind: 'list', ref: name, name, description: '' }) as const),
    ...names.map((name, at) => placeIn(name, games[at]?.guid ?? '')),
  ] as ImportPart[];
  const rows = games.map(({ guid, name }) => ({ title: name, guid, status: 'playing' }));
  return sendImport(client, rows, { source: 'nightshelf', parts });
}

test.each(['start', 'undo'] as const)(
  'removes a game without a deadlock while an import changes its lists in another order: %s',
  async (step) => {
    const client = someUser(service);
    const first = (await client.call(listCalls.makeGameList, { body: { name: 'First' } })).list;
    const second = (await client.call(listCalls.makeGameList, { body: { name: 'Second' } })).list;
    const { id } = await addSome(service, client);
    for (const list of [first, second])
      await client.call(listCalls.addToGameList, { params: { id: list.id }, body: { entry_ids: [id] } });
    // The last part is undone first.
    const importId = await importInto(client, step === 'start' ? ['Second', 'First'] : ['First', 'Second']);
    const isOver = (status: string) =>
      until(`it is ${status}`, async () => (await importOf(client, importId)).status === status);
    if (step === 'undo') await runImport(client, importId);
    const before = await deadlocks();
    await other.query('begin');
    await other.query('select from game_lists where id = $1 for update', [first.id]);
    const removing = client.attempt(libraryCalls.removeEntry, { params: { id } });
    await waiting(1);
    await stepImport(client, importId, step);
    await waiting(2);
    await other.query('commit');
    expect((await removing).status).toBe(200);
    await isOver(step === 'start' ? 'done' : 'undone');
    expect(await deadlocks()).toEqual(before);
    const { lists } = await client.call(listCalls.listGameLists, { query: {} });
    expect(lists.map(({ game_count }) => game_count)).toEqual(step === 'start' ? [1, 1] : [0, 0]);
  },
);
