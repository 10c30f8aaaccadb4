import { randomUUID } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import type { ApiClient } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import {
  addPlaythrough,
  addSome,
  logSession,
  makeList,
  sessionsOf,
  someUser,
  startLibrary,
  stored,
  whole,
} from './helpers.ts';

const service = await startLibrary();

/** Creates one of everything. */
async function everything(client: ApiClient) {
  const [entry, neighbour] = [await addSome(service, client), await addSome(service, client)];
  return {
    entry: entry.id,
    neighbour: neighbour.id,
    list: (await makeList(client, [entry, neighbour])).id,
    view: (await client.call(viewCalls.saveView, { body: { name: 'Mine', query: '' } })).view.id,
    session: (await logSession(client, entry)).session.id,
    playthrough: (await addPlaythrough(client, entry)).id,
  };
}

const [owner, stranger] = [someUser(service), someUser(service)];
const [theirs, own] = [await everything(owner), await everything(stranger)];
const inList = { id: theirs.list, entry_id: theirs.entry };

const session = { day: '2026-03-01', minutes: 1 };
const requests: ReadonlyArray<readonly [code: string, Call, object]> = [
  ...[theirs.entry, randomUUID()].flatMap((id) => [
    ['library.entry_not_found', libraryCalls.updateEntry, { params: { id }, body: { rating: 1 } }] as const,
    ['library.entry_not_found', libraryCalls.removeEntry, { params: { id } }] as const,
    ['library.entry_not_found', favouriteCalls.chooseFavourites, { body: { entry_ids: [own.entry, id] } }] as const,
  ]),
  ['library.view_not_found', viewCalls.changeSavedView, { params: { id: theirs.view }, body: { name: 'Yours' } }],
  ['library.view_not_found', viewCalls.removeSavedView, { params: { id: theirs.view } }],
  ['library.list_not_found', listCalls.readGameList, { params: { id: theirs.list } }],
  ['library.list_not_found', listCalls.readGameList, { params: { id: randomUUID() } }],
  ['library.list_not_found', listCalls.changeGameList, { params: { id: theirs.list }, body: { name: 'Theirs' } }],
  ['library.list_not_found', listCalls.removeGameList, { params: { id: theirs.list } }],
  [
    'library.list_not_found',
    listCalls.addToGameList,
    { params: { id: theirs.list }, body: { entry_ids: [own.entry] } },
  ],
  [
    'library.entry_not_found',
    listCalls.addToGameList,
    { params: { id: own.list }, body: { entry_ids: [own.entry, theirs.entry] } },
  ],
  ['library.list_not_found', listCalls.setListNote, { params: inList, body: { note: 'x' } }],
  ['library.list_not_found', listCalls.removeFromGameList, { params: inList }],
  ['library.list_not_found', listCalls.moveInGameList, { params: inList, body: { before: theirs.neighbour } }],
  ['library.entry_not_found', playthroughCalls.addPlaythrough, { params: { id: theirs.entry }, body: {} }],
  ...[theirs.playthrough, randomUUID()].flatMap((id) => [
    [
      'library.playthrough_not_found',
      playthroughCalls.changePlaythrough,
      { params: { id }, body: { hours: 1 } },
    ] as const,
    ['library.playthrough_not_found', playthroughCalls.removePlaythrough, { params: { id } }] as const,
  ]),
  ['library.entry_not_found', journalCalls.logPlaySession, { params: { id: theirs.entry }, body: session }],
  [
    'library.play_session_not_found',
    journalCalls.changePlaySession,
    { params: { id: theirs.session }, body: { minutes: 1 } },
  ],
  ['library.play_session_not_found', journalCalls.removePlaySession, { params: { id: theirs.session } }],
];

test("returns 404 for another user's things and changes nothing", async () => {
  const before = await stored(service);
  const vaults = await Promise.all([whole(owner), whole(stranger)]);
  for (const [code, call, input] of requests) {
    const { status, body } = await stranger.attempt(call, input);
    expect([call.path, status, body.code]).toEqual([call.path, 404, code]);
  }
  const body = { ...session, playthrough_id: theirs.playthrough };
  const mixed = await stranger.attempt(journalCalls.logPlaySession, { params: { id: own.entry }, body });
  expect([mixed.status, Object.keys(mixed.body.errors ?? {})]).toEqual([422, ['playthrough_id']]);
  expect(await stored(service)).toEqual(before);
  const after = await Promise.all([whole(owner), whole(stranger)]);
  expect(after.map(({ library }) => library)).toEqual(vaults.map(({ library }) => library));
});

test("lists nothing of another user's", async () => {
  const query = { entry_id: theirs.entry };
  expect((await stranger.call(playthroughCalls.listPlaythroughs, { query })).playthroughs).toEqual([]);
  expect(await sessionsOf(stranger, query)).toEqual([]);
  const { lists } = await stranger.call(listCalls.listGameLists, { query });
  expect(lists).toMatchObject([{ id: own.list, has_entry: false }]);
  const { views } = await stranger.call(viewCalls.listSavedViews, {});
  expect(views.map(({ id }) => id)).toEqual([own.view]);
});
