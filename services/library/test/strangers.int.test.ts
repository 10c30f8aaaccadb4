import { randomUUID } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import { chooseFavourites } from '@nightshelf/contracts/calls/favourites.ts';
import { changePlaySession, logPlaySession, removePlaySession } from '@nightshelf/contracts/calls/journal.ts';
import { removeEntry, updateEntry } from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import { changeSavedView, listSavedViews, removeSavedView, saveView } from '@nightshelf/contracts/calls/views.ts';
import { expect, test } from 'vitest';
import { type Player, someUser, startLibrary, stored } from './helpers.ts';

const service = await startLibrary();

/** Creates one of everything. */
async function everything(client: Player) {
  const [entry, neighbour] = [await client.addSome(), await client.addSome()];
  return {
    entry: entry.id,
    neighbour: neighbour.id,
    list: (await client.makeList([entry, neighbour])).id,
    view: (await client.call(saveView, { body: { name: 'Mine', query: '' } })).view.id,
    session: (await client.logSession(entry)).session.id,
    playthrough: (await client.addPlaythrough(entry)).id,
  };
}

const [owner, stranger] = [someUser(service), someUser(service)];
const [theirs, own] = [await everything(owner), await everything(stranger)];
const inList = { id: theirs.list, entry_id: theirs.entry };

const session = { day: '2026-03-01', minutes: 1 };
/** Requests, each with the kind of object that it does not find. */
const requests: ReadonlyArray<readonly [string, Call, object]> = [
  ...[theirs.entry, randomUUID()].flatMap((id) => [
    ['entry', updateEntry, { params: { id }, body: { rating: 1 } }] as const,
    ['entry', updateEntry, { params: { id }, body: { rating: 1, if_version: 9 } }] as const,
    ['entry', removeEntry, { params: { id } }] as const,
    ['entry', chooseFavourites, { body: { entry_ids: [own.entry, id] } }] as const,
  ]),
  ['view', changeSavedView, { params: { id: theirs.view }, body: { name: 'Yours' } }],
  ['view', removeSavedView, { params: { id: theirs.view } }],
  ['list', listCalls.readGameList, { params: { id: theirs.list } }],
  ['list', listCalls.readGameList, { params: { id: randomUUID() } }],
  ['list', listCalls.changeGameList, { params: { id: theirs.list }, body: { name: 'Theirs' } }],
  ['list', listCalls.removeGameList, { params: { id: theirs.list } }],
  ['list', listCalls.addToGameList, { params: { id: theirs.list }, body: { entry_ids: [own.entry] } }],
  ['entry', listCalls.addToGameList, { params: { id: own.list }, body: { entry_ids: [own.entry, theirs.entry] } }],
  ['list', listCalls.setListNote, { params: inList, body: { note: 'x' } }],
  ['list', listCalls.removeFromGameList, { params: inList }],
  ['list', listCalls.moveInGameList, { params: inList, body: { before: theirs.neighbour } }],
  ['entry', playthroughCalls.addPlaythrough, { params: { id: theirs.entry }, body: {} }],
  ...[theirs.playthrough, randomUUID()].flatMap((id) => [
    ['playthrough', playthroughCalls.changePlaythrough, { params: { id }, body: { hours: 1 } }] as const,
    ['playthrough', playthroughCalls.removePlaythrough, { params: { id } }] as const,
  ]),
  ['entry', logPlaySession, { params: { id: theirs.entry }, body: session }],
  ['play_session', changePlaySession, { params: { id: theirs.session }, body: { minutes: 1 } }],
  ['play_session', removePlaySession, { params: { id: theirs.session } }],
];

test("returns 404 for another user's data and changes nothing", async () => {
  const before = await stored(service);
  const vaults = await Promise.all([owner.whole(), stranger.whole()]);
  for (const [what, call, input] of requests) {
    const { status, body } = await stranger.attempt(call, input);
    expect([call.path, status, body.code]).toEqual([call.path, 404, `library.${what}_not_found`]);
    expect(body).not.toHaveProperty('entry');
  }
  const body = { ...session, playthrough_id: theirs.playthrough };
  const mixed = await stranger.attempt(logPlaySession, { params: { id: own.entry }, body });
  expect([mixed.status, Object.keys(mixed.body.errors ?? {})]).toEqual([422, ['playthrough_id']]);
  expect(await stored(service)).toEqual(before);
  const after = await Promise.all([owner.whole(), stranger.whole()]);
  expect(after.map(({ library }) => library)).toEqual(vaults.map(({ library }) => library));
});

test("lists nothing of another user's", async () => {
  const query = { entry_id: theirs.entry };
  expect((await stranger.call(playthroughCalls.listPlaythroughs, { query })).playthroughs).toEqual([]);
  expect(await stranger.sessions(query)).toEqual([]);
  const { lists } = await stranger.call(listCalls.listGameLists, { query });
  expect(lists).toMatchObject([{ id: own.list, has_entry: false }]);
  const { views } = await stranger.call(listSavedViews, {});
  expect(views.map(({ id }) => id)).toEqual([own.view]);
});
