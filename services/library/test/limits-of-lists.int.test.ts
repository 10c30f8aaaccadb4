import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { startTestService, type TestService } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryService } from '../src/service.ts';
import { addSome, somebody, userOf } from './helpers.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(libraryService);
});
afterAll(() => service.stop());

test('restores games to lists long after their removal without exceeding the limit of all lists', async () => {
  const client = somebody(service);
  const { list } = await client.call(listCalls.makeGameList, { body: { name: 'Left' } });
  const leaving = [await addSome(service, client), await addSome(service, client)];
  const entry_ids = leaving.map(({ id }) => id);
  await client.call(listCalls.addToGameList, { params: { id: list.id }, body: { entry_ids } });
  for (const id of entry_ids)
    await client.call(libraryCalls.removeEntry, { params: { id }, query: { action: 'both' } });
  await service.query(`update removed_entries set removed_at = removed_at - interval '11 minutes'`);
  await client.call(libraryCalls.removeEntry, { params: { id: (await addSome(service, client)).id } });
  // Fills all lists but one place.
  await service.query(
    `with lists as (
       insert into game_lists (id, user_id, name, version, words_version)
       select gen_random_uuid(), $1, 'List ' || n, 1, 1 from generate_series(1, $2::int / $3::int) n returning id)
     insert into listed_games (list_id, entry_id, rank)
     select id, gen_random_uuid(), n from lists, generate_series(1, $3::int) n limit $2::int - 1`,
    [userOf(client), listRules.places, listRules.games],
  );
  const { actions } = await client.call(historyCalls.listActions, { query: {} });
  const step = actions.find(({ games }) => games === 2)?.step ?? 0;
  const undone = await client.call(historyCalls.undoAction, { params: { step }, body: {} });
  expect(undone).toMatchObject({ undone: 2, stayed: 0 });
  expect(await service.query('select count(*)::int as places from listed_games')).toEqual([
    { places: listRules.places },
  ]);
});
