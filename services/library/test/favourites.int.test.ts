import { chooseFavourites, getFavourites } from '@nightshelf/contracts/calls/favourites.ts';
import { favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import { expect, test } from 'vitest';
import { type Player, someUser, startLibrary } from './helpers.ts';

const service = await startLibrary();

const get = async (client: Player) => (await client.call(getFavourites, {})).favourites;
const chosen = async (client: Player) => (await get(client)).games.map(({ entry_id }) => entry_id);
const choose = (client: Player, entry_ids: readonly string[], if_version?: number) =>
  client.attempt(chooseFavourites, {
    body: { entry_ids: [...entry_ids], ...(if_version !== undefined && { if_version }) },
  });
const published = async (client: Player) =>
  (await service.recorded(favouritesChanged)).filter(({ data }) => data.user_id === client.userId);

async function vaultOf(count: number, client = someUser(service)) {
  const entries = await Promise.all(Array.from({ length: count }, () => client.addSome()));
  return { client, entries, ids: entries.map(({ id }) => id) };
}

test('stores up to five favorites in order, shows their covers and publishes each version', async () => {
  const { client, entries, ids } = await vaultOf(5);
  expect(await get(client)).toEqual({ version: 0, games: [] });
  const { status, body } = await choose(client, ids, 0);
  expect([status, body.favourites.version]).toEqual([200, 1]);
  const [first] = entries;
  const shown = { guid: first?.guid, name: first?.game.name, image_url: first?.image_url };
  expect(body.favourites.games[0]).toEqual({ entry_id: ids[0], ...shown });
  expect(await chosen(client)).toEqual(ids);
  // The same choice changes nothing; another order and an empty choice do.
  expect((await choose(client, ids)).body.favourites.version).toBe(1);
  const turned = ids.toReversed().map((id) => id.toUpperCase());
  expect((await choose(client, turned)).body.favourites.version).toBe(2);
  expect(await chosen(client)).toEqual(ids.toReversed());
  expect((await choose(client, [])).body.favourites).toEqual({ version: 3, games: [] });
  expect((await published(client)).map(({ version, data }) => [version, data.entry_ids])).toEqual([
    [1, ids],
    [2, ids.toReversed()],
    [3, []],
  ]);
});

test('returns 409 with the first choice to a second tab', async () => {
  const { client, ids } = await vaultOf(3);
  const [one = '', two = '', three = ''] = ids;
  await choose(client, [one], 0);
  const { status, body } = await choose(client, [two], 0);
  expect([status, body.code]).toEqual([409, 'library.favourites_changed']);
  expect(body.favourites).toMatchObject({ version: 1, games: [{ entry_id: one }] });
  const answers = await Promise.all([two, three].map((id) => choose(client, [one, id], 1)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect((await get(client)).version).toBe(2);
});

test('hides a removed favorite and restores it to its place if there is room', async () => {
  const { client, ids } = await vaultOf(6);
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
  await choose(client, [a, b, c, d, e]);
  await client.remove({ id: b });
  expect(await chosen(client)).toEqual([a, c, d, e]);
  expect((await choose(client, [a, b])).body.code).toBe('library.entry_not_found');
  await client.restore({ id: b });
  expect(await chosen(client)).toEqual([a, b, c, d, e]);

  await client.remove({ id: b });
  await choose(client, [e, d, c, a]);
  await client.restore({ id: b });
  expect(await chosen(client)).toEqual([e, d, c, a, b]);

  await client.remove({ id: b });
  await choose(client, [e, d, c, a, f]);
  await client.restore({ id: b });
  expect(await chosen(client)).toEqual([e, d, c, a, f]);
});

test('republishes all favorites, including an emptied choice', async () => {
  const { client, ids } = await vaultOf(2);
  await choose(client, ids);
  const none = await vaultOf(1);
  await choose(none.client, none.ids);
  await choose(none.client, []);
  const before = (await service.recorded(favouritesChanged)).length;
  await service.command('republish');
  const again = (await service.recorded(favouritesChanged)).slice(before);
  const of = ({ client: whose }: { client: Player }) => again.find(({ data }) => data.user_id === whose.userId) ?? null;
  expect(of({ client })).toMatchObject({ version: 1, data: { entry_ids: ids } });
  expect(of(none)).toMatchObject({ version: 2, data: { entry_ids: [] } });
});
