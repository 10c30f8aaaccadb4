import { chooseFavourites } from '@nightshelf/contracts/calls/favourites.ts';
import { keepHistory } from '@nightshelf/contracts/calls/history.ts';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import { addExternalEntry } from '@nightshelf/contracts/calls/library.ts';
import { makeGameList } from '@nightshelf/contracts/calls/lists.ts';
import { addOwnGame, mergeOwnGame, setOwnCover } from '@nightshelf/contracts/calls/own-games.ts';
import { synchroniseSteam } from '@nightshelf/contracts/calls/steam-sync.ts';
import { saveView } from '@nightshelf/contracts/calls/views.ts';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import { until, workDone } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { eraseLibrary } from '../src/libraries/erase-library.ts';
import { described, type Player, someGuid, someImage, someUser, startLibrary } from './helpers.ts';

const service = await startLibrary();

test('erases a user without scanning all tombstones', async () => {
  await service.query(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select gen_random_uuid(), md5((n / 10)::text)::uuid, 'game ' || n, 2, now() from generate_series(1, 60000) n`,
  );
  // Tombstones of old releases have no transaction id.
  await service.query('alter table entry_tombstones disable trigger user');
  await service.query('update entry_tombstones set changed_xid = null');
  await service.query('alter table entry_tombstones enable trigger user');
  const [tombstone] = await service.query<{ user_id: string }>('select user_id from entry_tombstones limit 1');
  const { pages } = await workDone(service.env.DATABASE_URL ?? '', (em) =>
    eraseLibrary({ em, publish: () => {}, notifyClients: () => {} }, tombstone?.user_id ?? ''),
  );
  expect(pages).toBeLessThan(400);
});

const beginImport = { name: 'a.csv', source: 'table', rows: 1 } as const;

/** Creates a user with everything that a user can have. */
async function withEverything(): Promise<Player> {
  const client = someUser(service);
  const entry = await client.addSome();
  await client.call(addExternalEntry, { body: described(someGuid()) });
  await client.remove(await client.addSome());
  await client.addPlaythrough(entry);
  await client.logSession(entry);
  await client.call(saveView, { body: { name: 'Mine', query: '' } });
  await client.call(chooseFavourites, { body: { entry_ids: [entry.id] } });
  for (const name of ['One', 'Two']) await client.makeList([entry], name);
  for (const into of ['other-1', null]) {
    const { user_game } = await client.call(addOwnGame, { body: { name: 'Of my own' } });
    const own = { guid: user_game.guid };
    await client.call(setOwnCover, { params: own, body: { image: await someImage('red') } });
    if (into) await client.call(mergeOwnGame, { params: own, body: { into } });
  }
  const ofImport = { id: (await client.call(importCalls.beginImport, { body: beginImport })).import.id };
  await client.call(importCalls.sendImportRows, { params: ofImport, body: { from: 1, rows: [{ title: 'A' }] } });
  await client.call(importCalls.matchImportRow, { params: { ...ofImport, position: 1 }, body: { guid: 'other-9' } });
  await client.call(synchroniseSteam, { body: { account: 'nightshelf' } });
  await client.call(keepHistory, { body: { keep: 'year' } });
  return client;
}

/** Returns the tables with rows of a user. */
async function tablesWith(client: Player): Promise<string[]> {
  const tables = await service.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'user_id' and table_type = 'BASE TABLE'
       and table_name not like 'entry_history_%' and table_name <> 'erased_users' order by 1`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await service.query(`select from ${name} where user_id = $1 limit 1`, [client.userId]);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

test('deletes everything of a deleted user, nothing of others, and accepts no more', async () => {
  const [client, other] = [await withEverything(), await withEverything()];
  const kept = await tablesWith(other);
  expect(kept).toEqual(
    expect.arrayContaining([
      ...['chosen_games', 'described_games', 'entries', 'entry_history', 'entry_tombstones', 'favourites'],
      ...['game_lists', 'history_settings', 'imports', 'libraries', 'own_covers', 'own_game_merges', 'play_sessions'],
      ...['playthroughs', 'removed_entries', 'saved_views', 'steam_accounts'],
    ]),
  );
  await service.deliver(userDeleted, { data: { user_id: client.userId }, version: 9 });
  await until('nothing is left', async () => (await tablesWith(client)).length === 0);
  expect(await tablesWith(other)).toEqual(kept);
  for (const [call, body] of [
    [addExternalEntry, described(someGuid())],
    [makeGameList, { name: 'Late' }],
    [chooseFavourites, { entry_ids: [] }],
    [importCalls.beginImport, beginImport],
    [synchroniseSteam, { account: 'nightshelf' }],
    [keepHistory, { keep: 'year' }],
  ] as const) {
    expect([call.path, (await client.attempt(call, { body })).status]).toEqual([call.path, 401]);
  }
});
