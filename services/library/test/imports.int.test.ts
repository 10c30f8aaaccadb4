import * as calls from '@nightshelf/contracts/calls/imports.ts';
import { removeEntry } from '@nightshelf/contracts/calls/library.ts';
import { listGameLists } from '@nightshelf/contracts/calls/lists.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportRow } from '@nightshelf/contracts/imports.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { confirm, openTransaction, type Player, someGame, someUser, stored } from './helpers.ts';
import { importOf, matched, runImport, sendImport, sendMatched, stepImport } from './import-helpers.ts';

const { service } = await startWithCatalog();

const choose = async (client: Player, id: string, rule: MergeRule) =>
  (await client.call(calls.chooseImportRule, { params: { id }, body: { rule } })).import;
const rowsOf = async (client: Player, id: string, query = {}) =>
  (await client.call(calls.listImportRows, { params: { id }, query })).rows;
const match = async (client: Player, id: string, position: number, guid: string | null) =>
  (await client.call(calls.matchImportRow, { params: { id, position }, body: { guid } })).row;

const vault = async (client: Player) => {
  const { library } = await client.whole();
  return library
    .map(({ guid, status, rating, hours_played, tags }) => ({ guid, status, rating, hours_played, tags }))
    .sort((one, other) => (one.guid < other.guid ? -1 : 1));
};

const fatesOf = (rows: readonly ImportRow[]) => rows.map(({ match, fate, problems }) => [match, fate, problems.length]);

test('matches rows without a game again, before and after an import has run', async () => {
  const client = someUser(service);
  const [now, later] = ['Unheard Of Before', 'Unheard Of After'];
  const id = await sendMatched(client, [{ title: now }, { title: later }, { title: 'Never Heard Of' }]);
  const lookUpAgain = async () => {
    const answer = await client.attempt(calls.rematchImportRows, { params: { id } });
    if (answer.status === 200) await matched(client, id);
    return answer;
  };
  await confirm(service, someGame({ name: now }));
  expect((await lookUpAgain()).body).toMatchObject({ rows: 3 });
  expect((await runImport(client, id)).fates).toMatchObject({ added: 1, unmatched: 2 });
  await confirm(service, someGame({ name: later }));
  expect((await lookUpAgain()).body).toMatchObject({ rows: 2 });
  expect(await importOf(client, id)).toMatchObject({ done: 1, rows: 3 });
  expect((await runImport(client, id)).fates).toMatchObject({ added: 2, unmatched: 1 });
  expect((await someUser(service).attempt(calls.rematchImportRows, { params: { id } })).status).toBe(404);
  await runImport(client, id, 'undo');
  expect((await lookUpAgain()).status).toBe(409);
});

test('previews, imports, reports and undoes every row', async () => {
  const client = someUser(service);
  const [own, other] = [await client.addSome(), await client.addSome()];
  const portal = await confirm(
    service,
    someGame({ guid: 'igdb-71', name: 'Portal: Still Alive™', original_release_date: '2008-10-22' }),
  );
  const [old, remake] = [
    await confirm(service, someGame({ guid: 'igdb-p1', name: 'Prey', original_release_date: '2006-07-11' })),
    await confirm(service, someGame({ guid: 'igdb-p2', name: 'Prey', original_release_date: '2017-05-05' })),
  ];
  await client.edit(own, { hours_played: 3, status: 'playing' });
  const before = await vault(client);
  const id = await sendMatched(client, [
    { title: 'PORTAL still alive', status: 'Beaten', rating: '9', hours_played: '12h 30m', tags: 'co-op, puzzle' },
    { title: 'Prey (2017)', status: 'Wishlist' },
    { title: 'Prey' },
    { title: 'anything', guid: own.guid, hours_played: '7', rating: '4', status: 'completed' },
    { title: 'anything', guid: other.guid },
    { title: 'Portal: Still Alive' },
    { title: 'Known to no one', hours_played: '-3', status: 'Odd', date_added: '03/04/2020' },
    { status: 'playing' },
    { title: 'Of another database', guid: 'igdb-4711', year: '1999' },
  ]);
  expect(await vault(client)).toEqual(before);
  const rows = await rowsOf(client, id);
  expect(fatesOf(rows)).toEqual([
    ['exact', 'added', 0],
    ['exact', 'added', 0],
    ['likely', 'added', 0],
    ['exact', 'changed', 0],
    ['exact', 'unchanged', 0],
    ['exact', 'doubled', 0],
    ['none', 'unmatched', 3],
    ['none', 'unreadable', 0],
    ['none', 'unmatched', 0],
  ]);
  expect(rows[0]).toMatchObject({ game: { guid: portal.guid, name: portal.name, year: 2008 }, is_done: false });
  expect(rows[1]?.game?.guid).toBe(remake.guid);
  expect(rows[2]).toMatchObject({ game: { guid: old.guid }, alternatives: [{ guid: remake.guid }] });
  expect(rows[3]?.changes).toEqual([{ field: 'rating', from: null, to: 4 }]);
  expect((await rowsOf(client, id, { show: 'attention' })).map(({ position }) => position)).toEqual([3, 7, 8, 9]);
  expect(rows[0]?.stores).toEqual({
    ...{ status: 'completed', rating: 9, hours_played: 12.5, platform_id: null, tags: ['co-op', 'puzzle'] },
    is_shared: false,
  });
  expect(rows[3]?.stores).toMatchObject({ status: 'playing', rating: 4, hours_played: 3 });
  expect(rows[6]?.stores).toBeNull();
  expect((await choose(client, id, 'hours_only')).fates).toMatchObject({ added: 3, changed: 1, unmatched: 2 });
  expect((await rowsOf(client, id, { after: 3, limit: 1 }))[0]?.changes).toEqual([
    { field: 'hours_played', from: 3, to: 7 },
  ]);
  expect(await match(client, id, 3, null)).toMatchObject({ match: 'left_out', fate: 'left_out' });

  const done = await runImport(client, id);
  expect(done).toMatchObject({
    rows: 9,
    done: 9,
    fates: { added: 2, changed: 1, unmatched: 2, left_out: 1, doubled: 1 },
  });
  const entries = await vault(client);
  expect(entries).toContainEqual({
    guid: 'igdb-71',
    status: 'completed',
    rating: 9,
    hours_played: 12.5,
    tags: ['co-op', 'puzzle'],
  });
  expect(entries).toContainEqual({ guid: own.guid, status: 'playing', rating: null, hours_played: 7, tags: [] });
  expect(entries).toHaveLength(4);
  expect((await service.recorded(entryAdded)).filter(({ data }) => data.user_id === client.userId)).toHaveLength(4);

  const report = await client.fetch(calls.downloadImportReport.path.replace(':id', id));
  const lines = (await report.text()).split('\r\n');
  expect(lines[4]).toContain('changed,,hours_played: 3 → 7');
  expect(lines[7]).toContain('Known to no one,,,none,unmatched');

  // An unmatched row can be matched later.
  await match(client, id, 7, remake.guid);
  expect((await rowsOf(client, id, { after: 6, limit: 1 }))[0]).toMatchObject({ fate: 'doubled', is_done: false });
  await match(client, id, 7, (await confirm(service)).guid);
  expect((await runImport(client, id)).fates).toMatchObject({ added: 3, unmatched: 1 });
  const refused = await client.attempt(calls.matchImportRow, { params: { id, position: 1 }, body: { guid: null } });
  expect([refused.status, refused.body.code]).toEqual([409, 'library.import_step']);

  // Later edits stay and are reported.
  const added = await client.vault();
  const entryOf = (guid: string) => added.find((entry) => entry.guid === guid) ?? expect.fail(guid);
  await client.edit(entryOf('igdb-71'), { rating: 10 });
  await client.logSession(entryOf(remake.guid));
  const undone = await runImport(client, id, 'undo');
  expect(undone.undone).toEqual({ undone: 2, partly: 0, kept: 2, gone: 0 });
  expect((await vault(client)).map(({ guid }) => guid)).toEqual([own.guid, other.guid, 'igdb-71', remake.guid].sort());
  expect((await vault(client)).find(({ guid }) => guid === own.guid)).toEqual(
    before.find(({ guid }) => guid === own.guid),
  );

  // An earlier choice applies again.
  const again = await sendMatched(client, [{ title: 'known TO no one' }, { title: 'Prey', guid: '' }]);
  expect(fatesOf(await rowsOf(client, again))).toEqual([
    ['chosen', 'added', 0],
    ['left_out', 'left_out', 0],
  ]);
});

test("does not offer a user's choice for a name to other users", async () => {
  const meant = await confirm(service, someGame({ name: 'Meant by several' }));
  for (const person of [someUser(service), someUser(service), someUser(service)]) {
    await match(person, await sendMatched(person, [{ title: 'Odd, a name!' }]), 1, meant.guid);
  }
  const stranger = someUser(service);
  const [row] = await rowsOf(stranger, await sendMatched(stranger, [{ title: 'ODD a name' }]));
  expect(row).toMatchObject({ match: 'none', game: null, alternatives: [], fate: 'unmatched' });
  expect((await stranger.call(calls.listChosenGames, { query: {} })).choices).toEqual([]);
});

test("pauses, cancels and removes an import, but never another user's", async () => {
  const [client, stranger] = [someUser(service), someUser(service)];
  const id = await sendMatched(client, [{ guid: 'other-1' }, { guid: 'other-2' }]);
  for (const call of [calls.getImport, calls.listImportRows, calls.removeImport]) {
    expect((await stranger.attempt(call, { params: { id } })).body.code).toBe('library.import_not_found');
  }
  expect((await stranger.attempt(calls.stepImport, { params: { id }, body: { step: 'start' } })).status).toBe(404);
  for (const name of ['pause', 'undo'] as const) {
    const refused = await client.attempt(calls.stepImport, { params: { id }, body: { step: name } });
    expect([refused.status, refused.body.code]).toEqual([409, 'library.import_step']);
  }
  await stepImport(client, id, 'cancel');
  const left = await stored(service);
  expect((await client.attempt(calls.stepImport, { params: { id }, body: { step: 'start' } })).status).toBe(409);
  expect((await client.call(calls.listImports, {})).imports).toMatchObject([{ id, status: 'cancelled', done: 0 }]);
  expect(await stored(service)).toEqual(left);
  await client.call(calls.removeImport, { params: { id } });
  expect((await client.call(calls.listImports, {})).imports).toEqual([]);
});

test('rejects rows beyond the announced ones and keeps repeated rows once', async () => {
  const client = someUser(service);
  const { import: begun } = await client.call(calls.beginImport, { body: { name: 'a', source: 'table', rows: 3 } });
  const params = { id: begun.id };
  const attempt = (from: number, rows: unknown[]) =>
    client.attempt(calls.sendImportRows, { params, body: { from, rows } });
  expect((await attempt(3, [{ title: 'a' }, { title: 'b' }])).status).toBe(409);
  expect((await attempt(1, [{ title: 'x'.repeat(4001) }])).status).toBe(422);
  expect((await attempt(1, [{ title: '\ud800' }])).status).toBe(422);
  expect((await attempt(1, Array(251).fill({ title: 'a' }))).status).toBe(422);
  expect((await attempt(1, [{ title: 'a' }, { title: 'b' }])).body.import).toMatchObject({
    received: 2,
    status: 'receiving',
  });
  expect((await client.attempt(calls.stepImport, { params, body: { step: 'start' } })).status).toBe(409);
  expect((await attempt(2, [{ title: 'other' }, { title: 'c' }])).body.import).toMatchObject({
    received: 3,
    status: 'ready',
  });
  expect((await rowsOf(client, begun.id)).map(({ given }) => given.title)).toEqual(['a', 'b', 'c']);
  expect((await attempt(1, [{ title: 'a' }])).body.import.received).toBe(3);
});

const rowOfGrouvee = (guid: string, seconds: number) => ({
  ...{ name: 'A game', shelves: '{"Played":{}}', platforms: '{}', giantbomb_id: guid.replace('3030-', '') },
  dates: JSON.stringify([{ seconds_played: seconds }]),
});

// 400,000,000 s are more than 99,999.5 hours; 4,000,000,000 s are more than the column holds.
test.each([4e8, 4e9])(
  'lists and finishes a Grouvee import with %d seconds and adds its other games',
  async (seconds) => {
    const client = someUser(service);
    const [long, other] = [await confirm(service), await confirm(service)];
    const rows = [rowOfGrouvee(long.guid, seconds), rowOfGrouvee(other.guid, 7200)];
    const id = await sendMatched(client, rows, { source: 'grouvee' });
    expect(await rowsOf(client, id)).toHaveLength(2);
    expect((await runImport(client, id)).fates).toMatchObject({ added: 2 });
    expect((await client.vault()).map(({ hours_played }) => hours_played).sort()).toEqual([2, null]);
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
  await match(client, id, 1, game.guid);
  await runImport(client, id);
  const undone = await runImport(client, id, 'undo');
  expect(undone.undone).toMatchObject({ kept: 0 });
  expect(await client.vault()).toEqual([]);
});

test('imports the parts of a game whose row was first left out and then matched', async () => {
  const client = someUser(service);
  const game = await confirm(service);
  const session = { kind: 'session', day: '2026-03-01', minutes: 90, note: 'Hello', spoiler: false } as const;
  const parts = [{ ...session, guid: game.guid, playthrough: null }];
  const rows = [{ title: game.name, guid: game.guid, status: 'playing' }];
  const id = await sendImport(client, rows, { source: 'nightshelf', parts });
  await match(client, id, 1, null);
  expect((await runImport(client, id)).fates).toMatchObject({ left_out: 1 });
  await match(client, id, 1, game.guid);
  const now = await runImport(client, id);
  expect(now.fates).toMatchObject({ added: 1 });
  expect(now.parts).toMatchObject([{ added: 1, left_out: 0 }]);
  expect(await client.sessions()).toHaveLength(1);
});

/** Longer than PostgreSQL's deadlock timeout. */
const waitingLong = `
  select from pg_locks where not granted and waitstart < clock_timestamp() - current_setting('deadlock_timeout')::interval * 1.5`;

const waiting = (count: number) =>
  until(`${count} wait`, async () => (await service.query(waitingLong)).length >= count);

const placeIn = (list: string, guid: string) => ({ kind: 'listed', guid, list }) as const;

const deadlocks = () => service.query('select deadlocks from pg_stat_database where datname = current_database()');

/** Sends an import that adds a game to each of these lists, in order. */
async function importInto(client: Player, names: readonly string[]) {
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
    const entry = await client.addSome();
    const first = await client.makeList([entry], 'First');
    await client.makeList([entry], 'Second');
    // The last part is undone first.
    const importId = await importInto(client, step === 'start' ? ['Second', 'First'] : ['First', 'Second']);
    const isOver = (status: string) =>
      until(`it is ${status}`, async () => (await importOf(client, importId)).status === status);
    if (step === 'undo') await runImport(client, importId);
    const before = await deadlocks();
    const other = await openTransaction(service);
    await other.query('select from game_lists where id = $1 for update', [first.id]);
    const removing = client.attempt(removeEntry, { params: { id: entry.id } });
    await waiting(1);
    await stepImport(client, importId, step);
    await waiting(2);
    await other.commit();
    expect((await removing).status).toBe(200);
    await isOver(step === 'start' ? 'done' : 'undone');
    expect(await deadlocks()).toEqual(before);
    const { lists } = await client.call(listGameLists, { query: {} });
    expect(lists.map(({ game_count }) => game_count)).toEqual(step === 'start' ? [1, 1] : [0, 0]);
  },
);
