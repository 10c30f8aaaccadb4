import { randomUUID } from 'node:crypto';
import { addEntry, addExternalEntry } from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { expect, test } from 'vitest';
import { described, endUndo, type Player, someGuid, someUser, startLibrary } from './helpers.ts';

const service = await startLibrary();

const { addToGameList, changeGameList, listGameLists, makeGameList, moveInGameList } = listCalls;
const { readGameList, removeFromGameList, removeGameList, setListNote } = listCalls;

const add = (client: Player, id: string, ...entries: readonly { id: string }[]) =>
  client.call(addToGameList, { params: { id }, body: { entry_ids: entries.map((entry) => entry.id) } });
const read = (client: Player, id: string, query = {}) => client.call(readGameList, { params: { id }, query });
const order = async (client: Player, id: string) => (await read(client, id)).games.map(({ entry_id }) => entry_id);

/** Creates a list with `count` games. */
async function filled(count: number, client = someUser(service)) {
  const entries: LibraryEntry[] = await Promise.all(Array.from({ length: count }, () => client.addSome()));
  const { id } = await client.makeList(entries, 'Top 10');
  return { client, id, ids: entries.map((entry) => entry.id), entries };
}

const move = (client: Player, id: string, entry_id: string, body: { before: string } | { after: string }) =>
  client.attempt(moveInGameList, { params: { id, entry_id }, body });

test('creates, fills, reads, renames and deletes a list', async () => {
  const { client, id, ids, entries } = await filled(6);
  const body = { name: '  Été ', description: ' Of one summer \n ' };
  const { list: empty } = await client.call(makeGameList, { body });
  expect(empty).toMatchObject({ name: 'Été', description: 'Of one summer', version: 1, game_count: 0, covers: [] });
  const { lists } = await client.call(listGameLists, { query: {} });
  expect(lists.map(({ name, game_count }) => `${name}: ${game_count}`)).toEqual(['Été: 0', 'Top 10: 6']);
  const [entry] = entries;
  const first = { entry_id: entry?.id, guid: entry?.guid, name: entry?.game.name, image_url: entry?.image_url };
  expect(lists[1]?.covers.map(({ entry_id }) => entry_id)).toEqual(ids.slice(0, 5));
  expect(lists[1]?.covers[0]).toEqual(first);
  const about = await client.call(listGameLists, { query: { entry_id: ids[3] } });
  expect(about.lists.map(({ has_entry }) => has_entry)).toEqual([false, true]);

  const wholeList = await read(client, id);
  expect(wholeList).toMatchObject({ next: null, list: { id, game_count: 6, version: 2 } });
  expect(wholeList.games[0]).toEqual({ ...first, note: null });
  const page = await read(client, id, { limit: 4 });
  expect([page.games.map(({ entry_id }) => entry_id), page.next]).toEqual([ids.slice(0, 4), ids[3]]);
  const last = await read(client, id, { limit: 4, after: page.next });
  expect([last.games.map(({ entry_id }) => entry_id), last.next]).toEqual([ids.slice(4), null]);

  const again = await add(client, id, { id: ids[2] ?? '' }, { id: ids[2] ?? '' });
  expect([again.added, again.list.version]).toEqual([0, 2]);
  const changed = await client.call(changeGameList, { params: { id }, body: { name: 'Top 6', if_version: 2 } });
  expect(changed.list).toMatchObject({ name: 'Top 6', description: null, version: 3 });
  const out = await client.call(removeFromGameList, { params: { id, entry_id: ids[0] ?? '' } });
  expect(out.list).toMatchObject({ game_count: 5, version: 4 });
  expect(await order(client, id)).toEqual(ids.slice(1));
  await client.call(removeGameList, { params: { id } });
  expect((await client.call(listGameLists, { query: {} })).lists).toEqual([empty]);
  expect(await client.vault()).toHaveLength(6);
});

test('returns 409 for outdated names and notes, but not because of moves', async () => {
  const { client, id, ids } = await filled(2);
  const [one = '', two = ''] = ids;
  const seen = (await read(client, id)).list.version;
  await move(client, id, two, { before: one });
  await client.call(changeGameList, { params: { id }, body: { name: 'Mine', if_version: seen } });
  const late = await client.attempt(changeGameList, { params: { id }, body: { name: 'Yours', if_version: seen } });
  expect([late.status, late.body]).toMatchObject([409, { code: 'library.list_changed', list: { name: 'Mine' } }]);
  const future = await client.attempt(changeGameList, { params: { id }, body: { name: 'Yours', if_version: 99 } });
  expect(future.status).toBe(409);

  const note = (text: string | null, if_version?: number) =>
    client.attempt(setListNote, {
      params: { id, entry_id: one },
      body: { note: text, ...(if_version && { if_version }) },
    });
  const { list } = await read(client, id);
  const written = await note(' The best\nending ', list.version);
  expect(written.body).toMatchObject({ game: { note: 'The best\nending' }, list: { version: list.version + 1 } });
  const lateNote = await note('Mine', list.version);
  const current = { code: 'library.note_changed', game: { entry_id: one } };
  expect([lateNote.status, lateNote.body]).toMatchObject([409, current]);
  await note('  ');
  expect((await read(client, id)).games.map((game) => game.note)).toEqual([null, null]);
});

test('moves games beside each other like in an array, over and over', async () => {
  const { client, id, ids } = await filled(5);
  const [a = '', b = '', c = '', d = '', e = ''] = ids;
  const { version } = (await move(client, id, e, { before: a })).body.list;
  expect(await order(client, id)).toEqual([e, a, b, c, d]);
  expect((await move(client, id, e, { before: a })).body.list.version).toBe(version + 1);
  expect(await order(client, id)).toEqual([e, a, b, c, d]);
  await move(client, id, a, { after: d });
  expect(await order(client, id)).toEqual([e, b, c, d, a]);
  // More moves than fit between e and its neighbor.
  for (let at = 0; at < 40; at += 1) await move(client, id, at % 2 ? c : d, { after: e });
  expect(await order(client, id)).toEqual([e, c, d, b, a]);
  const itself = await move(client, id, a, { before: a });
  expect([itself.status, Object.keys(itself.body.errors ?? {})]).toEqual([422, ['before']]);
});

test('keeps both of two concurrent moves in one list, and every game once', async () => {
  const { client, id, ids } = await filled(8);
  const seed = [3, 5, 1, 7, 2, 6, 4, 0];
  for (let round = 0; round < 40; round += 1) {
    const at = (by: number) => ids[seed[(round * by + by) % 8] ?? 0] ?? '';
    const [one, other] = [at(3), at(5)];
    const rest = ids.filter((entryId) => entryId !== one && entryId !== other);
    const [left = '', right = ''] = [rest[round % rest.length], rest[(round + 3) % rest.length]];
    if (one === other) continue;
    const answers = await Promise.all([
      move(client, id, one, { after: left }),
      move(client, id, other, { before: right }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const now = await order(client, id);
    expect([...now].sort()).toEqual([...ids].sort());
    // Each is beside its neighbor, with at most the other moved game in between.
    expect([now.indexOf(left) + 1, now.indexOf(left) + 2]).toContain(now.indexOf(one));
    expect([now.indexOf(right) - 1, now.indexOf(right) - 2]).toContain(now.indexOf(other));
  }
});

test('keeps each game once after concurrent moves, additions and removals', async () => {
  const { client, id, ids } = await filled(10);
  const more = await client.addSeveral(10);
  const [gone = '', , ...kept] = ids;
  const moves = kept.map((entryId, at) => move(client, id, entryId, { before: kept[(at + 3) % kept.length] ?? '' }));
  await Promise.all([
    ...more.map((entry) => add(client, id, entry)),
    client.call(removeFromGameList, { params: { id, entry_id: gone } }),
  ]);
  expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(moves.map(() => 200));
  expect((await order(client, id)).sort()).toEqual([...ids.slice(1), ...more.map((entry) => entry.id)].sort());
  expect((await read(client, id)).list.game_count).toBe(19);
});

test('returns 409 with the current list when the neighbor is gone', async () => {
  const { client, id, ids } = await filled(3);
  const [a = '', b = '', c = ''] = ids;
  await client.call(removeFromGameList, { params: { id, entry_id: b } });
  for (const neighbour of [b, randomUUID()]) {
    const { status, body } = await move(client, id, c, { before: neighbour });
    expect([status, body.code]).toEqual([409, 'library.neighbour_gone']);
    expect(body).toMatchObject({ list: { id, game_count: 2 }, entry_ids: [a, c] });
  }
  const { status, body } = await move(client, id, b, { before: a });
  expect([status, body.code]).toEqual([404, 'library.not_in_list']);
});

test('hides a removed game from its lists and restores it to its place with its note', async () => {
  const { client, id, ids } = await filled(3);
  const [a = '', b = '', c = ''] = ids;
  await client.call(setListNote, { params: { id, entry_id: b }, body: { note: 'Middle' } });
  const { list: before } = await read(client, id);
  await client.remove({ id: b });
  const without = await read(client, id);
  expect([without.list.version, without.list.game_count]).toEqual([before.version + 1, 2]);
  expect(without.games.map(({ entry_id }) => entry_id)).toEqual([a, c]);
  expect(without.list.covers).toHaveLength(2);
  expect((await move(client, id, a, { after: b })).status).toBe(409);
  await move(client, id, c, { before: a });
  await client.restore({ id: b });
  const back = await read(client, id);
  expect(back.games.map((game) => [game.entry_id, game.note])).toEqual([
    [c, null],
    [a, null],
    [b, 'Middle'],
  ]);
  expect(back.list.version).toBe(before.version + 3);

  // The place is deleted once the removal can no longer be undone.
  await client.remove({ id: b });
  await endUndo(service, b);
  await client.remove({ id: c });
  expect(
    await service.query('select entry_id from listed_games where list_id = $1 and entry_id = $2', [id, b]),
  ).toEqual([]);
});

test('shows an unconfirmed game as its user described it, or as unknown', async () => {
  const client = someUser(service);
  const { user_game: mine } = await client.call(addExternalEntry, { body: described(someGuid(), 'Mine') });
  const { user_game: unknown } = await client.call(addEntry, {
    body: { game_guid: someGuid(), known_only: false },
  });
  const { id } = await client.makeList([mine, unknown]);
  expect((await read(client, id)).games.map(({ name }) => name)).toEqual(['Mine', 'Unknown game']);
});

test('limits lists and their games, also for concurrent calls', async () => {
  const { client, id, ids } = await filled(3);
  const answers = await Promise.all(
    Array.from({ length: listRules.lists + 4 }, (_, at) =>
      client.attempt(makeGameList, { body: { name: `List ${at}` } }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.code);
  expect(refused).toEqual(Array(5).fill('library.too_many_lists'));
  expect((await client.call(listGameLists, { query: {} })).lists).toHaveLength(listRules.lists);

  await service.query(
    `insert into listed_games (list_id, entry_id, rank) select $1, gen_random_uuid(), $2::bigint + n
     from generate_series(1, $3) n`,
    [id, 2 ** 40, listRules.games - ids.length],
  );
  const entry = await client.addSome();
  const full = await client.attempt(addToGameList, { params: { id }, body: { entry_ids: [entry.id] } });
  expect([full.status, full.body.code]).toEqual([409, 'library.list_full']);
  expect(await order(client, id)).toEqual(ids);

  // Leaves room for one game in all lists together, which two calls want.
  const { lists } = await client.call(listGameLists, { query: {} });
  const [one = '', two = '', ...others] = lists.map((list) => list.id).filter((listId) => listId !== id);
  await service.query(
    `insert into listed_games (list_id, entry_id, rank)
     select l.id, gen_random_uuid(), n from unnest($1::uuid[]) l (id), generate_series(1, $2::int) n limit $3`,
    [others, listRules.games, listRules.places - listRules.games - 1],
  );
  const together = await Promise.all(
    [one, two].map((listId) =>
      client.attempt(addToGameList, { params: { id: listId }, body: { entry_ids: [entry.id] } }),
    ),
  );
  expect(together.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(together.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'library.lists_full',
    message: 'Your lists hold at most 50,000 games together. Remove some to add more.',
  });
});
