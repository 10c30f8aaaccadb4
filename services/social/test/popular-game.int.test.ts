import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { newUser, shelve, someEntry, someGame, startSocial } from './helpers.ts';

const service = await startSocial();

const owners = 50_000;

test('updates 50,000 libraries in batches of 1,000 when their game changes', async () => {
  const game = someGame({ name: 'Old name' });
  const ann = await newUser(service);
  await shelve(service, [game], [someEntry(ann.id, game.guid)]);
  await service.query(
    `with added as (
       insert into entries (entry_id, user_id, guid, status, platform_not_listed, is_shared, date_added, version)
       select gen_random_uuid(), gen_random_uuid(), $1, 'playing', false, false, now(), 1 from generate_series(1, $2)
       returning user_id
     ) insert into library_versions (user_id, version) select user_id, 0 from added`,
    [game.guid, owners],
  );
  const page = `/api/users/${ann.id}`;
  const before = (await ann.client.send('GET', page)).headers.get('etag') ?? '';
  const [{ now } = { now: '' }] = await service.query<{ now: string }>('select txid_current()::text as now');

  await service.deliver(gameUpserted, { data: { ...game, name: 'New name' }, version: 2 });
  await until('the copy has it', async () => {
    const [row] = await service.query<{ summary: string }>('select summary from games where guid = $1', [game.guid]);
    return row?.summary.includes('New name');
  });
  await until('no user is left', async () => (await service.query('select from game_changes')).length === 0, 60_000);
  expect(await service.query('select from library_versions where version = 0')).toEqual([]);
  const [largest] = await service.query<{ count: number }>(
    `select max(count)::int as count from (
       select count(*) from library_versions where xmin::text::bigint > $1::bigint group by xmin::text) batches`,
    [now],
  );
  expect(largest?.count).toBeLessThanOrEqual(1000);
  const answer = await ann.client.send('GET', page, { headers: { 'if-none-match': before } });
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).toContain('New name');
}, 120_000);
