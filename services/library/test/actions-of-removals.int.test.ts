import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { startTestService, type TestService } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryService } from '../src/service.ts';
import { addSome, somebody } from './helpers.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(libraryService);
});
afterAll(() => service.stop());

const { removeEntry, restoreEntry, updateEntry } = libraryCalls;
const { listActions, undoAction } = historyCalls;

test.each(['just now', 'a while ago'])(
  'undoes all of an action that changed a game and removed it %s',
  async (when) => {
    const client = somebody(service);
    const { id } = await addSome(service, client);
    const named = { params: { id }, query: { action: 'both' } };
    await client.call(updateEntry, { ...named, body: { status: 'dropped', rating: 3 } });
    await client.call(removeEntry, named);
    if (when === 'a while ago') await service.query('delete from removed_entries where id = $1', [id]);
    const { actions } = await client.call(listActions, { query: {} });
    const step = actions[0]?.step ?? 0;
    const undone = await client.call(undoAction, { params: { step }, body: {} });
    expect(undone).toMatchObject({ undone: 1, stayed: 0 });
    const { library } = await client.call(listWholeLibrary, {});
    expect(library).toMatchObject([{ id, status: 'want_to_play', rating: null }]);
  },
);

test('keeps a game removed that was restored and removed by itself since, when the removal of several games is undone', async () => {
  const client = somebody(service);
  const [one, other] = [await addSome(service, client), await addSome(service, client)];
  for (const { id } of [one, other]) await client.call(removeEntry, { params: { id }, query: { action: 'both' } });
  await client.call(restoreEntry, { params: { id: one.id } });
  await client.call(removeEntry, { params: { id: one.id } });
  const { actions } = await client.call(listActions, { query: {} });
  const step = actions.find(({ games }) => games === 2)?.step ?? 0;
  const undone = await client.call(undoAction, { params: { step }, body: {} });
  const { library } = await client.call(listWholeLibrary, {});
  expect(library.map(({ id }) => id)).toEqual([other.id]);
  expect(undone).toMatchObject({ undone: 1, stayed: 1 });
});
