import { gameUpserted, libraryCalls } from '@nightshelf/contracts';
import { startTestService, type TestService, until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryService } from '../src/service.ts';
import { confirm, described, somebody, someGame } from './helpers.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(libraryService);
});
afterAll(() => service.stop());

const owners = 50_000;

/** Puts a game into the vaults of many who never come. */
const shelveForMany = async (guid: string) => {
  await service.query(
    `with added as (
       insert into entries (id, user_id, guid, status, date_added, version)
       select gen_random_uuid(), gen_random_uuid(), $1, 'playing', now(), 1 from generate_series(1, $2)
       returning user_id
     ), vaults as (insert into libraries (user_id, version) select user_id, 1 from added)
     insert into described_games (user_id, guid, summary, image_url, platform_names)
     select user_id, $1, '{}', null, '{}' from added limit 5000`,
    [guid, owners],
  );
};
const versionsOf = (guid: string) =>
  service.query<{ version: number; count: number }>(
    `select version::int, count(*)::int from libraries where user_id in (select user_id from entries where guid = $1)
     group by version order by version`,
    [guid],
  );
/** Most vaults that one transaction has touched since the given one. */
const mostAtOnce = async (since: string) => {
  const [row] = await service.query<{ count: number }>(
    `select max(count)::int as count from (
       select count(*) from libraries where xmin::text::bigint > $1::bigint group by xmin::text) batches`,
    [since],
  );
  return row?.count;
};

test('a change to a game that 50,000 people have reaches every vault, and holds up no other event', async () => {
  const popular = someGame({ name: 'Popular' });
  const ann = somebody(service);
  const { user_game } = await ann.call(libraryCalls.addExternalEntry, { body: described(popular.guid) });
  await shelveForMany(popular.guid);
  const before = (await ann.send('GET', libraryCalls.listLibrary.path)).headers.get('etag') ?? '';
  // Of every partition, so that some are behind it in its own.
  const behind = Array.from({ length: 24 }, (_, index) => someGame({ name: `Behind ${index}` }));

  const [{ now } = { now: '' }] = await service.query<{ now: string }>('select txid_current()::text as now');
  for (const data of [popular, ...behind]) await service.deliver(gameUpserted, { data });
  await until('all have been handled', async () => {
    const rows = await service.query('select from games');
    return rows.length === behind.length + 1;
  });
  expect(await service.query('select guid from game_changes')).toEqual([{ guid: popular.guid }]);
  await until('no vault is left', async () => (await service.query('select from game_changes')).length === 0, 60_000);
  expect(await mostAtOnce(now)).toBeLessThanOrEqual(1000);
  expect(await versionsOf(popular.guid)).toEqual([{ version: 2, count: owners + 1 }]);
  expect(await service.query('select from described_games where guid = $1', [popular.guid])).toEqual([]);
  const answer = await ann.send('GET', libraryCalls.listLibrary.path, { headers: { 'if-none-match': before } });
  expect([answer.status, answer.body]).toMatchObject([200, { library: [{ id: user_game.id, game: popular }] }]);
}, 120_000);

test('two changes one after the other, and a service that was killed in between, leave no vault as it was', async () => {
  const game = someGame({ name: 'First' });
  await shelveForMany(game.guid);
  const halfway = '80000000-0000-0000-0000-000000000000';
  await confirm(service, game);
  await until('no vault is left', async () => (await service.query('select from game_changes')).length === 0, 60_000);
  expect(await versionsOf(game.guid)).toEqual([{ version: 2, count: owners }]);

  // What one that was killed has left behind: it had come this far with another change.
  await service.query(`insert into game_changes (guid, last_user) values ($1, $2)`, [game.guid, halfway]);
  await until('no vault is left', async () => (await service.query('select from game_changes')).length === 0, 60_000);
  const [none, touched] = await versionsOf(game.guid);
  const [expected] = await service.query<{ count: number }>(
    'select count(*)::int from entries where guid = $1 and user_id > $2',
    [game.guid, halfway],
  );
  expect([none?.version, touched]).toEqual([2, { version: 3, count: expected?.count }]);

  await confirm(service, { ...game, name: 'Second' }, 2);
  await confirm(service, { ...game, name: 'Third' }, 3);
  await until('no vault is left', async () => (await service.query('select from game_changes')).length === 0, 60_000);
  const [untouched] = await service.query<{ count: number }>(
    `select count(*)::int from libraries l join entries e using (user_id)
     where e.guid = $1 and l.version <= case when user_id > $2 then 3 else 2 end`,
    [game.guid, halfway],
  );
  expect(untouched?.count).toBe(0);
}, 180_000);
