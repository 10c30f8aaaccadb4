import { exportVaultTable } from '@nightshelf/contracts/calls/exports.ts';
import { addUnmatchedRows } from '@nightshelf/contracts/calls/imports.ts';
import * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import { entryAdded, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { confirm, type Player, someGame, someImage, someUser } from './helpers.ts';
import { importOf, runImport, sendMatched } from './import-helpers.ts';

const { service } = await startWithCatalog();

const { addOwnGame, getOwnGame, mergeOwnGame, removeOwnCover, setOwnCover, undoMerge, updateOwnGame } = ownGameCalls;

const add = async (client: Player, body: object = {}) =>
  (await client.call(addOwnGame, { body: { name: 'My Jam Game', year: 2021, platform_ids: [94], ...body } })).user_game;

test('adds and exports a game that no database knows, also under a used name, for its owner alone', async () => {
  const [client, stranger] = [someUser(service), someUser(service)];
  const requested = (await service.recorded(gameRequested)).length;
  const entry = await add(client, { status: 'playing', rating: 8 });
  expect(entry).toMatchObject({
    ...{ guid: expect.stringMatching(/^own-/), status: 'playing', rating: 8 },
    game: { name: 'My Jam Game', partial_release_date: '2021', platforms: [{ id: 94, name: 'PC' }] },
  });
  const other = await add(client);
  expect(await client.vault()).toEqual([other, entry]);
  const table = await client.fetch(exportVaultTable.path);
  expect(await table.text()).toContain(`My Jam Game,2021,${entry.guid}`);
  expect((await service.recorded(entryAdded)).at(-1)?.data.guid).toBe(other.guid);
  expect((await service.recorded(gameRequested)).length).toBe(requested);
  const params = { guid: entry.guid };
  expect((await client.call(getOwnGame, { params })).game.name).toBe('My Jam Game');
  expect((await stranger.attempt(getOwnGame, { params })).status).toBe(404);
  expect((await stranger.attempt(updateOwnGame, { params, body: { name: 'Mine now' } })).status).toBe(404);
});

test('changes name, year and platforms independently', async () => {
  const client = someUser(service);
  const { guid } = await add(client);
  const { version } = await client.whole();
  const { game } = await client.call(updateOwnGame, { params: { guid }, body: { name: 'Renamed', year: null } });
  expect(game).toMatchObject({ name: 'Renamed', platforms: [{ id: 94 }] });
  expect(game.partial_release_date).toBeUndefined();
  expect((await client.vault())[0]?.game.name).toBe('Renamed');
  expect((await client.changesSince(version)).changed).toMatchObject([{ guid, game: { name: 'Renamed' } }]);
});

test('stores a cover scaled down and re-encoded', async () => {
  const [client, stranger] = [someUser(service), someUser(service)];
  const { guid } = await add(client);
  const { game } = await client.call(setOwnCover, { params: { guid }, body: { image: await someImage('red', 3000) } });
  expect((await client.vault())[0]?.image_url).toBe(game.image_url);
  const response = await client.fetch(game.image_url ?? '');
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(5000);
  expect((await stranger.fetch(game.image_url ?? '')).status).toBe(404);
  const changed = await client.call(setOwnCover, { params: { guid }, body: { image: await someImage('blue') } });
  expect(changed.game.image_url).not.toBe(game.image_url);
  expect((await client.call(removeOwnCover, { params: { guid } })).game.image_url).toBeNull();
  expect((await client.fetch(game.image_url ?? '')).status).toBe(404);
});

test.each([
  ['no base64', 'not an image!'],
  ['no image', Buffer.from('<svg onload="alert(1)"/> and more of the same').toString('base64')],
  ['half an image', 'iVBORw0KGgoAAAANSUhEUgAAAB4AAAAo'],
  ['too large', 'A'.repeat(990_000)],
])('rejects a cover that is %s', async (_, image) => {
  const client = someUser(service);
  const { guid } = await add(client);
  const { status, body } = await client.attempt(setOwnCover, { params: { guid }, body: { image } });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['image']]);
  expect((await client.call(getOwnGame, { params: { guid } })).game.image_url).toBeNull();
});

test('merges into a catalog game without losing anything, and back', async () => {
  const client = someUser(service);
  const entry = await add(client, { rating: 9, hours_played: 12, tags: ['jam'] });
  const params = { guid: entry.guid };
  await client.call(setOwnCover, { params, body: { image: await someImage('red') } });
  await client.addPlaythrough(entry, { copy: 'itch.io' });
  const game = await confirm(service, someGame({ name: 'My Jam Game, Released' }));
  const merged = (await client.call(mergeOwnGame, { params, body: { into: game.guid } })).user_game;
  expect(merged).toMatchObject({
    ...{ id: entry.id, guid: game.guid, rating: 9, hours_played: 12, tags: ['jam'] },
    game: { name: 'My Jam Game, Released' },
  });
  expect((await service.recorded(entryUpdated)).at(-1)?.data).toMatchObject({ entry_id: entry.id, guid: game.guid });
  expect(await service.query('select 1 from playthroughs where entry_id = $1', [entry.id])).toHaveLength(1);

  const back = (await client.call(undoMerge, { params })).user_game;
  expect(back).toMatchObject({ id: entry.id, guid: entry.guid, rating: 9, game: { name: 'My Jam Game' } });
  expect(back.image_url).toContain('/cover');
  expect((await client.attempt(undoMerge, { params })).status).toBe(404);
});

test('returns 409 when the vault has the other game', async () => {
  const client = someUser(service);
  const { guid } = await add(client);
  const other = await client.addSome();
  const { status, body } = await client.attempt(mergeOwnGame, { params: { guid }, body: { into: other.guid } });
  expect([status, body.code]).toEqual([409, 'library.already_added']);
  expect((await client.call(getOwnGame, { params: { guid } })).game.name).toBe('My Jam Game');
});

test('restores an own game when its removal is undone', async () => {
  const client = someUser(service);
  const entry = await add(client);
  await client.remove(entry);
  expect(await client.vault()).toEqual([]);
  expect(await client.restore(entry)).toMatchObject({ guid: entry.guid, game: { name: 'My Jam Game' } });
});

test('turns unmatched rows of an import into own games, once each, and removes them on undo', async () => {
  const client = someUser(service);
  const id = await sendMatched(client, [
    { title: 'A Fan Game', year: '2019', hours_played: '3', platform: 'PC' },
    { title: 'A fan game', hours_played: '2' },
    { title: 'Another Fan Game' },
  ]);
  expect((await importOf(client, id)).fates).toMatchObject({ unmatched: 3 });
  expect((await client.call(addUnmatchedRows, { params: { id } })).rows).toBe(3);
  expect((await importOf(client, id)).fates).toMatchObject({ added: 2, doubled: 1, unmatched: 0 });
  await runImport(client, id);
  const entries = await client.vault();
  expect(entries.map(({ game, hours_played }) => [game.name, hours_played]).sort()).toEqual([
    ['A Fan Game', 5],
    ['Another Fan Game', null],
  ]);
  expect(entries.find(({ game }) => game.name === 'A Fan Game')?.game).toMatchObject({
    ...{ partial_release_date: '2019', platforms: [{ id: 94 }] },
  });
  await runImport(client, id, 'undo');
  expect(await client.vault()).toEqual([]);
});
