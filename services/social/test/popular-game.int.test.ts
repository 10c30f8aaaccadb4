import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startSocial } from './helpers.ts';

const service = await startSocial();

const owners = 50_000;

test('updates 50,000 libraries in batches of 1,000 when their game changes', async () => {
  const ann = await service.newUser();
  const { game } = await service.addGame(ann);
  await service.query(
    `with added as (
       insert into entries (entry_id, user_id, guid, status, platform_not_listed, is_shared, date_added, version)
       select gen_random_uuid(), gen_random_uuid(), $1, 'playing', false, false, now(), 1 from generate_series(1, $2)
       returning user_id
     ) insert into library_versions (user_id, version) select user_id, 0 from added`,
    [game.guid, owners],
  );
  const { etag } = await ann.openPage(ann);
  const [{ now } = { now: '' }] = await service.query<{ now: string }>('select txid_current()::text as now');

  await service.deliver(gameUpserted, { data: { ...game, name: 'New name' }, version: 2 });
  await service.untilRow('games', `guid = $1 and summary like '%New name%'`, [game.guid]);
  await until('no user is left', async () => (await service.query('select from game_changes')).length === 0, 60_000);
  expect(await service.query('select from library_versions where version = 0')).toEqual([]);
  const changed = 'select from library_versions where xmin::text::bigint > $1::bigint limit 1';
  expect(await service.query(changed, [now])).toHaveLength(1);
  const tooLarge = await service.query(
    'select from library_versions where xmin::text::bigint > $1::bigint group by xmin::text having count(*) > 1000',
    [now],
  );
  expect(tooLarge).toEqual([]);
  const { status, page } = await ann.openPage(ann, etag);
  expect([status, page.library]).toMatchObject([200, [{ game: { name: 'New name' } }]]);
}, 120_000);
