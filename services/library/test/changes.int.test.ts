import { randomUUID } from 'node:crypto';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryChanges } from '@nightshelf/contracts/library-answers.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { ApiClient } from '@nightshelf/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import {
  addSome,
  changesSince,
  confirm,
  described,
  noChanges,
  someGame,
  someGuid,
  someUser,
  startLibrary,
  userOf,
  whole,
} from './helpers.ts';

const service = await startLibrary();

const { addEntry, addExternalEntry, removeEntry, restoreEntry, updateEntry } = libraryCalls;

/** Applies changes as a client does, removals first. */
function apply(library: readonly LibraryEntry[], { changed, removed }: LibraryChanges): LibraryEntry[] {
  const entries = new Map(library.map((entry) => [entry.id, entry]));
  for (const { id } of removed) entries.delete(id);
  for (const entry of changed) entries.set(entry.id, entry);
  return [...entries.values()].toSorted((one, other) =>
    one.date_added === other.date_added ? (one.id < other.id ? -1 : 1) : one.date_added < other.date_added ? 1 : -1,
  );
}

const add = (client: ApiClient) => addSome(service, client);

/** Writes what the handler of the catalog's event writes. */
const publish = (game: GameSummary) =>
  service.query(
    `insert into games (guid, summary, image_url, platform_names) values ($1, $2, null, '{}')
     on conflict (guid) do update set summary = excluded.summary`,
    [game.guid, JSON.stringify(game)],
  );

/** Opens another user's transaction on its own connection. */
async function elsewhere() {
  const client = new pg.Client({ connectionString: service.env.DATABASE_URL });
  await client.connect();
  await client.query('begin');
  return {
    query: (sql: string, params?: unknown[]) => client.query(sql, params),
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

test('returns each added, changed, removed or restored entry once, as it is now', async () => {
  const client = someUser(service);
  let { version } = await whole(client);
  const next = async () => {
    const answer = await changesSince(client, version);
    version = answer.version;
    return answer;
  };
  expect(await next()).toMatchObject(noChanges);
  const entry = await add(client);
  expect(await next()).toMatchObject({ ...noChanges, changed: [entry] });
  expect(await next()).toMatchObject(noChanges);
  const { user_game: rated } = await client.call(updateEntry, { params: { id: entry.id }, body: { rating: 3 } });
  expect(await next()).toMatchObject({ ...noChanges, changed: [rated] });
  await client.call(removeEntry, { params: { id: entry.id } });
  expect(await next()).toMatchObject({ ...noChanges, removed: [{ id: entry.id, guid: entry.guid, version: 3 }] });
  const { user_game: restored } = await client.call(restoreEntry, { params: { id: entry.id } });
  expect(await next()).toMatchObject({ ...noChanges, changed: [restored] });
  await client.call(removeEntry, { params: { id: entry.id } });
  const { user_game: again } = await client.call(addEntry, { body: { game_guid: entry.guid } });
  expect(await next()).toMatchObject({ changed: [again], removed: [{ id: entry.id, version: 5 }] });
  expect(await next()).toMatchObject(noChanges);
});

test('returns the changes of a transaction that was running when the version was read', async () => {
  const [client, other] = [someUser(service), someUser(service)];
  const [edited, removed, renamed] = [await add(client), await add(client), await add(client)];
  const under = await elsewhere();
  await under.query('update entries set rating = 7, version = 2 where id = $1', [edited.id]);
  await under.query(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select id, user_id, guid, 2, now() from entries where id = $1`,
    [removed.id],
  );
  await under.query('delete from entries where id = $1', [removed.id]);
  await under.query(`update games set summary = replace(summary, 'A Game', 'Renamed') where guid = $1`, [renamed.guid]);
  // Later transactions that commit earlier.
  await add(other);
  const { version } = await whole(client);
  await add(other);
  const during = await changesSince(client, version);
  expect(during).toMatchObject(noChanges);
  await under.commit();
  for (const since of [version, during.version]) {
    const { changed, removed: gone } = await changesSince(client, since);
    expect(changed.map(({ id, rating }) => [id, rating]).sort()).toEqual(
      [
        [edited.id, 7],
        [renamed.id, null],
      ].sort(),
    );
    expect(changed.find(({ id }) => id === renamed.id)?.game.name).toContain('Renamed');
    expect(gone).toEqual([{ id: removed.id, guid: removed.guid, version: 2 }]);
  }
});

test('returns a confirmed or changed game to all its owners and to no other user', async () => {
  const [ann, bob, cyd] = [someUser(service), someUser(service), someUser(service)];
  const game = someGame({ name: 'Confirmed' });
  for (const client of [ann, bob]) await client.call(addExternalEntry, { body: described(game.guid) });
  await add(cyd);
  const before = await Promise.all([ann, bob, cyd].map(whole));
  await confirm(service, game);
  const after = await Promise.all([ann, bob, cyd].map((client, i) => changesSince(client, before[i]?.version ?? '')));
  expect(after[0]?.changed).toMatchObject([{ id: before[0]?.library[0]?.id, game }]);
  expect(after[1]?.changed).toMatchObject([{ id: before[1]?.library[0]?.id, game }]);
  expect(after[2]).toMatchObject(noChanges);
  await confirm(service, { ...game, name: 'Renamed' }, 2);
  const { changed } = await changesSince(ann, after[0]?.version ?? '');
  expect(changed.map(({ game: { name } }) => name)).toEqual(['Renamed']);
});

test('gives the current library for any order of changes applied to any known state', async () => {
  const [client, other] = [someUser(service), someUser(service)];
  let seed = 20_261_122;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 16) % limit;
  };
  const games = Array.from({ length: 12 }, () => someGame());
  for (const game of games) await publish(game);
  const gone: string[] = [];
  const anyGame = () => games[below(games.length)] ?? someGame();
  const actions = [
    () => client.attempt(addEntry, { body: { game_guid: anyGame().guid } }),
    () => client.attempt(addEntry, { body: { game_guid: anyGame().guid } }),
    () => other.attempt(addEntry, { body: { game_guid: anyGame().guid } }),
    () => client.attempt(addExternalEntry, { body: described(`${anyGame().guid}-x`, `Word ${below(100)}`) }),
    (id: string) =>
      client.attempt(updateEntry, { params: { id }, body: { rating: 1 + below(10), is_shared: below(2) === 1 } }),
    (id: string) => {
      gone.push(id);
      return client.attempt(removeEntry, { params: { id } });
    },
    () => client.attempt(restoreEntry, { params: { id: gone[below(gone.length)] ?? randomUUID() } }),
    () => publish(someGame({ guid: anyGame().guid, name: `Name ${below(100)}` })),
    () => publish(someGame({ guid: `${anyGame().guid}-x`, name: `Name ${below(100)}` })),
    () => service.query('delete from games where guid = $1', [`${anyGame().guid}-x`]),
  ];
  const known = [await whole(client)];
  for (let step = 0; step < 50; step += 1) {
    const now = await whole(client);
    known[below(3)] = now;
    for (const before of known.filter(Boolean)) {
      const changes = await changesSince(client, before.version);
      expect(changes.whole_needed).toBe(false);
      expect(apply(before.library, changes)).toEqual(now.library);
    }
    await actions[below(actions.length)]?.(now.library[below(now.library.length || 1)]?.id ?? randomUUID());
  }
  expect(Math.max(...known.map(({ library }) => library.length))).toBeGreaterThan(1);
});

test('returns changes that the previous release writes', async () => {
  const client = someUser(service);
  const [edited, removed, unconfirmed] = [await addSome(service, client), await addSome(service, client), someGuid()];
  await service.query(`insert into libraries values ($1, 1) on conflict do nothing`, [userOf(client)]);
  let { version } = await whole(client);
  const next = async () => {
    const { version: now, changed, removed: gone } = await changesSince(client, version);
    version = now;
    return [...changed.map(({ guid, game }) => [guid, game.name]), ...gone.map(({ guid }) => [guid])];
  };
  await service.query(
    `insert into entries (id, user_id, guid, status, rating, hours_played, platform_id, platform_not_listed, is_shared,
       date_added, version) values (gen_random_uuid(), $1, $2, 'playing', null, null, null, false, false, now(), 1)`,
    [userOf(client), unconfirmed],
  );
  expect(await next()).toEqual([[unconfirmed, 'Unknown game']]);
  await service.query(`update entries set rating = 4, version = 2 where id = $1`, [edited.id]);
  expect(await next()).toEqual([[edited.guid, edited.game.name]]);
  const [kept] = await service.query<{ entry: object }>('select to_jsonb(e) as entry from entries e where id = $1', [
    removed.id,
  ]);
  await service.query(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select id, user_id, guid, version + 1, clock_timestamp() from entries where id = $1
     on conflict (entry_id) do update set version = excluded.version, removed_at = excluded.removed_at`,
    [removed.id],
  );
  await service.query('delete from entries where id = $1', [removed.id]);
  expect(await next()).toEqual([[removed.guid]]);
  await service.query('delete from entry_tombstones where entry_id = $1', [removed.id]);
  await service.query('insert into entries select * from jsonb_populate_record(null::entries, $1)', [kept?.entry]);
  expect(await next()).toEqual([[removed.guid, removed.game.name]]);
  await confirm(service, someGame({ guid: unconfirmed, name: 'Confirmed' }));
  expect(await next()).toEqual([[unconfirmed, 'Confirmed']]);
  await service.query('delete from games where guid = $1', [unconfirmed]);
  expect(await next()).toEqual([[unconfirmed, 'Unknown game']]);
  expect(await next()).toEqual([]);
});
