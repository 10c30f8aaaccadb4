import { randomUUID } from 'node:crypto';
import { addEntry, addExternalEntry, removeEntry, restoreEntry } from '@nightshelf/contracts/calls/library.ts';
import { entryAdded, entryRemoved } from '@nightshelf/contracts/events/entries.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { expect, test } from 'vitest';
import {
  confirm,
  described,
  endUndo,
  openTransaction,
  someGame,
  someGuid,
  someUser,
  startLibrary,
  stored,
  untilLocked,
} from './helpers.ts';

const service = await startLibrary();

/** The entry after its removal and its restore, which take one version each. */
const restored = (entry: LibraryEntry): LibraryEntry => ({ ...entry, version: entry.version + 2 });

/** Creates and removes an entry with a value in every field. */
async function removedEntry(client = someUser(service)) {
  const { guid } = await confirm(service);
  const fields = { status: 'completed', rating: 8, hours_played: 12.5, platform_id: 'not_listed' } as const;
  const { user_game: added } = await client.call(addEntry, { body: { game_guid: guid, ...fields } });
  const entry = await client.edit(added, { is_shared: true });
  await client.remove(entry);
  return { client, entry, params: { id: entry.id }, guid };
}

test('restores a removed entry exactly as it was, and publishes it as added at the next version', async () => {
  const { client, entry, params } = await removedEntry();
  const answer = await client.call(restoreEntry, { params });
  expect(answer).toEqual({ success: true, message: 'Game restored.', user_game: restored(entry) });
  expect(await client.vault()).toEqual([restored(entry)]);
  const [removed] = (await service.recorded(entryRemoved)).filter(({ data }) => data.entry_id === entry.id);
  const [, added] = (await service.recorded(entryAdded)).filter(({ data }) => data.entry_id === entry.id);
  expect([removed?.version, added?.version]).toEqual([3, 4]);
  expect(added?.data).toMatchObject({ date_added: entry.date_added, rating: 8, is_shared: true });
  const rated = await client.edit(entry, { rating: 9 });
  await client.remove(entry);
  expect(await client.restore(entry)).toEqual(restored(rated));
  const versions = (await service.recorded(entryAdded)).filter(({ data }) => data.entry_id === entry.id);
  expect(versions.map(({ version }) => version)).toEqual([1, 4, 7]);
});

test('restores an entry once for concurrent calls', async () => {
  const { client, entry, params } = await removedEntry();
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.attempt(restoreEntry, { params })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  expect(await client.vault()).toEqual([restored(entry)]);
});

test('returns 409 when the game was added again, and changes nothing', async () => {
  const { client, params, guid } = await removedEntry();
  const { user_game } = await client.call(addEntry, { body: { game_guid: guid } });
  const before = await stored(service);
  const { status, body } = await client.attempt(restoreEntry, { params });
  expect([status, body.code]).toEqual([409, 'library.already_added']);
  expect(await stored(service)).toEqual(before);
  expect(await client.vault()).toEqual([user_game]);
});

test("returns 404 for an unknown or old removal or another user's", async () => {
  const { client, params } = await removedEntry();
  const stranger = someUser(service);
  const old = await removedEntry(client);
  await endUndo(service, old.entry.id);
  const before = await stored(service);
  for (const { status, body } of [
    await stranger.attempt(restoreEntry, { params }),
    await client.attempt(restoreEntry, { params: { id: randomUUID() } }),
    await client.attempt(restoreEntry, { params: old.params }),
  ]) {
    expect([status, body.code]).toEqual([404, 'library.entry_not_found']);
    expect(body.message).toBe('This game can no longer be restored. Please add it again.');
  }
  expect(await stored(service)).toEqual(before);
  expect((await service.api.attempt(restoreEntry, { params })).status).toBe(401);
});

test('deletes expired removals when another entry is removed', async () => {
  const { entry } = await removedEntry();
  await endUndo(service, entry.id);
  const later = await removedEntry();
  const rows = await service.query('select id from removed_entries where id in ($1, $2)', [entry.id, later.entry.id]);
  expect(rows).toEqual([{ id: later.entry.id }]);
});

test("restores the client's description unless the catalog has confirmed the game since", async () => {
  const client = someUser(service);
  const [own, spoken] = [someGuid(), someGame({ name: "The catalog's word" })];
  const entries: LibraryEntry[] = [];
  for (const guid of [own, spoken.guid]) {
    const { user_game } = await client.call(addExternalEntry, { body: described(guid, "The client's word") });
    await client.remove(user_game);
    entries.push(restored(user_game));
  }
  await confirm(service, spoken);
  for (const entry of entries) await client.restore(entry);
  expect((await client.vault()).toReversed()).toEqual([
    entries[0],
    { ...entries[1], image_url: spoken.image_url, game: spoken },
  ]);
});

test('republishes removals for 90 days, except undone ones', async () => {
  const [gone, back, old] = [await removedEntry(), await removedEntry(), await removedEntry()];
  await back.client.restore(back.entry);
  await service.query(`update entry_tombstones set removed_at = removed_at - interval '91 days' where entry_id = $1`, [
    old.params.id,
  ]);
  const { client, entry } = await removedEntry();
  const before = (await service.recorded(entryRemoved)).length;
  await service.command('republish');
  const published = (await service.recorded(entryRemoved)).slice(before);
  const removalOf = (id: string) => published.filter(({ data }) => data.entry_id === id);
  expect(removalOf(gone.params.id)).toMatchObject([
    { version: gone.entry.version + 1, data: { user_id: gone.client.identity?.userId, guid: gone.guid } },
  ]);
  expect(removalOf(entry.id)).toMatchObject([{ data: { user_id: client.identity?.userId } }]);
  expect(removalOf(back.params.id)).toEqual([]);
  expect(removalOf(old.params.id)).toEqual([]);
});

/** Creates and removes an entry with a playthrough, a session and a place in a list beside another game. */
async function removedPlayed(client = someUser(service)) {
  const entry = await client.addSome();
  const other = await client.addSome();
  await client.addPlaythrough(entry);
  await client.logSession(entry);
  const list = await client.makeList([entry, other]);
  await client.remove(entry);
  return { client, entry, other, list };
}

const leftOf = async (id: string) => {
  const [row] = await service.query<{ rows: number }>(
    `select ((select count(*) from playthroughs where entry_id = $1) + (select count(*) from play_sessions where entry_id = $1)
       + (select count(*) from listed_games where entry_id = $1))::int as rows`,
    [id],
  );
  return row?.rows;
};

test.each([
  ['deleted', 'delete from game_lists where id = $1'],
  ['dealt anew', 'update listed_games set rank = rank + 1 where list_id = $1'],
])('removes a game while a list with it and a long removed game is %s', async (_, change) => {
  const { client, entry, other, list } = await removedPlayed();
  await endUndo(service, entry.id);
  // The other transaction has locked the list, but not changed it yet.
  const elsewhere = await openTransaction(service);
  await elsewhere.query('select from game_lists where id = $1 for update', [list.id]);
  const removing = client.attempt(removeEntry, { params: { id: other.id } });
  await untilLocked(service);
  await elsewhere.query(change, [list.id]);
  await elsewhere.commit();
  expect((await removing).status).toBe(200);
  expect(await leftOf(entry.id)).toBe(0);
});
