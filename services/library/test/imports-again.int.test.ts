import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import { expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { confirm, someGame, someUser, vaultOf } from './helpers.ts';
import { runImport, sendImport, sendMatched } from './import-helpers.ts';

const { service } = await startWithCatalog();

const rowOfGrouvee = (guid: string, seconds: number) => ({
  ...{ name: 'A game', shelves: '{"Played":{}}', platforms: '{}', giantbomb_id: guid.replace('3030-', '') },
  dates: JSON.stringify([{ seconds_played: seconds }]),
});

// 400,000,000 s are more than 99,999.5 hours; 4,000,000,000 s are more than the column holds.
test.each([4e8, 4e9])('lists the rows of a Grouvee import with %d seconds', async (seconds) => {
  const client = someUser(service);
  const { guid } = await confirm(service);
  const id = await sendMatched(client, [rowOfGrouvee(guid, seconds)], { source: 'grouvee' });
  expect((await client.attempt(importCalls.listImportRows, { params: { id }, query: {} })).status).toBe(200);
});

test.each([4e8, 4e9])(
  'finishes a Grouvee import and adds the other games with %d seconds',
  async (seconds) => {
    const client = someUser(service);
    const [long, other] = [await confirm(service), await confirm(service)];
    const id = await sendMatched(client, [rowOfGrouvee(long.guid, seconds), rowOfGrouvee(other.guid, 7200)], {
      source: 'grouvee',
    });
    expect((await runImport(client, id)).fates).toMatchObject({ added: 2 });
    expect((await vaultOf(client)).map(({ hours_played }) => hours_played).sort()).toEqual([2, null]);
  },
  60_000,
);

test('undoes all of an import whose earlier row was matched after a later one of the same game was added', async () => {
  const client = someUser(service);
  const game = await confirm(service, someGame({ name: 'Some Very Special Name' }));
  const id = await sendMatched(client, [
    { title: 'Spelled Beyond Recognition', hours_played: '12' },
    { title: game.name, rating: '8' },
  ]);
  expect((await runImport(client, id)).fates).toMatchObject({ added: 1, unmatched: 1 });
  await client.call(importCalls.matchImportRow, { params: { id, position: 1 }, body: { guid: game.guid } });
  await runImport(client, id);
  const undone = await runImport(client, id, 'undo');
  expect(undone.undone).toMatchObject({ kept: 0 });
  expect(await vaultOf(client)).toEqual([]);
});

test('imports the parts of a game whose row was first left out and then matched', async () => {
  const client = someUser(service);
  const game = await confirm(service);
  const session = { kind: 'session', day: '2026-03-01', minutes: 90, note: 'Hello', spoiler: false } as const;
  const parts = [{ ...session, guid: game.guid, playthrough: null }];
  const rows = [{ title: game.name, guid: game.guid, status: 'playing' }];
  const id = await sendImport(client, rows, { source: 'nightshelf', parts });
  await client.call(importCalls.matchImportRow, { params: { id, position: 1 }, body: { guid: null } });
  expect((await runImport(client, id)).fates).toMatchObject({ left_out: 1 });
  await client.call(importCalls.matchImportRow, { params: { id, position: 1 }, body: { guid: game.guid } });
  const now = await runImport(client, id);
  expect(now.fates).toMatchObject({ added: 1 });
  expect(now.parts).toMatchObject([{ added: 1, left_out: 0 }]);
  expect((await client.call(journalCalls.listPlaySessions, { query: {} })).sessions).toHaveLength(1);
});
