import { changeSavedView, listSavedViews, removeSavedView, saveView } from '@nightshelf/contracts/calls/views.ts';
import { mostSavedViews } from '@nightshelf/contracts/saved-views.ts';
import { expect, test } from 'vitest';
import { type Player, someUser, startLibrary } from './helpers.ts';

const service = await startLibrary();

const save = async (client: Player, name: string, given = {}) =>
  (await client.call(saveView, { body: { name, query: 'status=playing', ...given } })).view;
const change = async (client: Player, id: string, body: object) =>
  (await client.call(changeSavedView, { params: { id }, body })).view;
const list = async (client: Player) => (await client.call(listSavedViews, {})).views;

test('saves, lists, changes and removes views with at most one default', async () => {
  const client = someUser(service);
  expect(await list(client)).toEqual([]);
  const first = await save(client, '  Tonight ', { is_default: true });
  expect(first).toMatchObject({ name: 'Tonight', query: 'status=playing', is_default: true, position: 0 });
  const second = await save(client, 'Backlog', { query: '', is_default: true });
  expect(await list(client)).toEqual([{ ...first, is_default: false }, second]);
  expect(await change(client, first.id, { is_default: true, position: 7 })).toEqual({ ...first, position: 7 });
  expect(await change(client, second.id, { name: 'BACKLOG', query: 'sort=rating' })).toMatchObject({
    name: 'BACKLOG',
    query: 'sort=rating',
    is_default: false,
  });
  expect(await list(client)).toMatchObject([{ name: 'BACKLOG' }, { name: 'Tonight' }]);
  expect((await list(client)).map(({ is_default }) => is_default)).toEqual([false, true]);
  await client.call(removeSavedView, { params: { id: first.id } });
  expect((await list(client)).map(({ name }) => name)).toEqual(['BACKLOG']);
});

test('accepts a view name only once, ignoring case, even in twenty concurrent calls', async () => {
  const client = someUser(service);
  const body = { name: 'Été', query: '' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.attempt(saveView, { body })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body: { code } }) => code === 'library.view_name_taken')).toHaveLength(19);
  const refused = await client.attempt(saveView, { body: { ...body, name: 'e\u0301TE\u0301' } });
  expect([refused.status, refused.body.code]).toEqual([409, 'library.view_name_taken']);
  const other = await save(client, 'Other');
  expect((await client.attempt(changeSavedView, { params: { id: other.id }, body: { name: 'ÉTÉ' } })).status).toBe(409);
  await save(someUser(service), 'été');
});

test('limits the number of views, also for concurrent calls', async () => {
  const client = someUser(service);
  const answers = await Promise.all(
    Array.from({ length: mostSavedViews + 5 }, (_, at) =>
      client.attempt(saveView, { body: { name: `View ${at}`, query: '', is_default: true } }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.code);
  expect(refused).toEqual(Array(5).fill('library.too_many_views'));
  const views = await list(client);
  expect(views).toHaveLength(mostSavedViews);
  expect(views.filter(({ is_default }) => is_default)).toHaveLength(1);
});
