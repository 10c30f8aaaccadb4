import { addExternalEntry, listLibrary } from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { libraryChanges } from '@nightshelf/contracts/library-answers.ts';
import { ApiClient, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { confirm, described, openTransaction, someGame, someUser, startInstance, startLibrary } from './helpers.ts';

const service = await startLibrary();
const other = await startInstance(service);

const owners = 5000;
const describers = 2500;

/** Adds a game to the vaults of many inactive users. */
const shelveForMany = async (guid: string) => {
  await service.query(
    `with added as (
       insert into entries (id, user_id, guid, status, date_added, version)
       select gen_random_uuid(), gen_random_uuid(), $1, 'playing', now(), 1 from generate_series(1, $2)
       returning user_id
     ), vaults as (insert into libraries (user_id, version) select user_id, 1 from added)
     insert into described_games (user_id, guid, summary, image_url, platform_names)
     select user_id, $1, '{}', null, '{}' from added limit ${describers}`,
    [guid, owners],
  );
};

/** Counts the rows written since a transaction. */
const writtenSince = async (xid: string) => {
  const [row] = await service.query<{ count: number }>(
    ['entries', 'libraries', 'changed_games']
      .map((table) => `(select count(*) from ${table} where xmin::text::bigint > $1::bigint)`)
      .join(' + ')
      .replace(/^/, 'select (')
      .concat(')::int as count'),
    [xid],
  );
  return row?.count;
};

const transaction = async () => {
  const [row] = await service.query<{ now: string }>('select txid_current()::text as now');
  return row?.now ?? '';
};

test('shows a changed game to its 5,000 owners without a write for each and without delaying other events', async () => {
  const popular = someGame({ name: 'Popular' });
  const ann = someUser(service);
  const { user_game } = await ann.call(addExternalEntry, { body: described(popular.guid) });
  await shelveForMany(popular.guid);
  const before = (await ann.send('GET', listLibrary.path)).headers.get('etag') ?? '';
  // Enough games for every partition, so that some events follow the popular game's in its partition.
  const behind = Array.from({ length: 24 }, (_, index) => someGame({ name: `Behind ${index}` }));

  const began = await transaction();
  for (const data of [popular, ...behind]) await service.deliver(gameUpserted, { data });
  await until('all have been handled', async () => {
    return (await service.query('select from games')).length === behind.length + 1;
  });
  const answer = await ann.send('GET', listLibrary.path, { headers: { 'if-none-match': before } });
  expect([answer.status, answer.body]).toMatchObject([200, { library: [{ id: user_game.id, game: popular }] }]);
  expect(await writtenSince(began)).toBe(behind.length + 1);
  const isEmpty = async (rows: string) => (await service.query(`select from ${rows}`)).length === 0;
  await until('the descriptions of clients are gone', () => isEmpty(`described_games where guid = '${popular.guid}'`));
  await until('nothing is left to do', () => isEmpty('game_changes'));
  expect(await writtenSince(began)).toBe(behind.length + 1);
});

test("deletes clients' descriptions of a game in parts and resumes after a killed service", async () => {
  const game = someGame();
  await shelveForMany(game.guid);
  const halfway = '80000000-0000-0000-0000-000000000000';
  await service.query(`insert into game_changes (guid, last_user) values ($1, $2)`, [game.guid, halfway]);
  await until('nothing is left to do', async () => (await service.query('select from game_changes')).length === 0);
  const [left] = await service.query<{ low: number; high: number }>(
    `select count(*) filter (where user_id <= $2)::int as low, count(*) filter (where user_id > $2)::int as high
     from described_games where guid = $1`,
    [game.guid, halfway],
  );
  expect([Number(left?.low) > 0, left?.high]).toEqual([true, 0]);
});

/** Returns an instance's responses with a known ETag, without one, and with the changes. */
async function seenAt(client: ApiClient, known: { etag: string; version: string }) {
  const conditional = await client.send<{ library?: { game: GameSummary }[] } | null>('GET', listLibrary.path, {
    headers: { 'if-none-match': known.etag },
  });
  const { library } = await client.call(listWholeLibrary, {});
  const { changed } = libraryChanges.parse(await client.call(listLibrary, { query: { since: known.version } }));
  return {
    conditional: [conditional.status, conditional.body?.library?.[0]?.game.name],
    whole: library[0]?.game.name,
    changed: changed[0]?.game.name,
  };
}

test("shows a changed game at both instances despite their and the browser's caches", async () => {
  const ann = someUser(service);
  const instances = [ann, new ApiClient(other.url, ann.identity)];
  const { game } = await ann.addSome(someGame({ name: 'Name 1' }));
  const known = async (client: ApiClient) => {
    const { headers, body } = await client.send<{ version: string }>('GET', listLibrary.path);
    return { etag: headers.get('etag') ?? '', version: body.version };
  };
  for (let version = 2; version <= 4; version += 1) {
    // This transaction commits after both instances have cached their responses.
    const late = await openTransaction(service);
    await late.query('select pg_current_xact_id()');
    const tags = await Promise.all(instances.map(known));
    const same = { conditional: [304, undefined], whole: `Name ${version - 1}`, changed: undefined };
    for (const client of instances) for (const tag of tags) expect(await seenAt(client, tag)).toEqual(same);
    const name = `Name ${version}`;
    if (version === 3) {
      await late.query(`update games set summary = replace(summary, 'Name 2', 'Name 3') where guid = $1`, [game.guid]);
      await late.commit();
    } else {
      await confirm(service, { ...game, name }, version);
    }
    const changed = { conditional: [200, name], whole: name, changed: name };
    for (const client of instances) for (const tag of tags) expect(await seenAt(client, tag)).toEqual(changed);
    if (version !== 3) await late.commit();
  }
});

test('never returns a state older than the request while a game changes', async () => {
  const ann = someUser(service);
  const game = someGame({ name: '1' });
  await ann.addSome(game);
  const readers = () => Promise.all(Array.from({ length: 5 }, () => ann.whole()));
  for (let version = 2; version <= 12; version += 1) {
    const during = readers();
    const summary = JSON.stringify({ ...game, name: String(version) });
    await service.query('update games set summary = $2 where guid = $1', [game.guid, summary]);
    expect((await readers()).map(({ library }) => library[0]?.game.name)).toEqual(Array(5).fill(String(version)));
    await during;
  }
});
