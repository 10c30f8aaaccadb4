import { randomUUID } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import * as steamSyncCalls from '@nightshelf/contracts/calls/steam-sync.ts';
import * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { libraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { ApiClient, checkKeys, closeAfterTests, nameOf, namesOfUnsafe, type UnsafeCall } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { libraryService } from '../src/service.ts';
import { confirm, described, type Player, someGuid, someImage, someUser, startLibrary } from './helpers.ts';

const service = await startLibrary({ ROLES: 'http,consumers' });
const second = await startService(libraryService, { ...service.env, ROLES: 'http' });
closeAfterTests(() => second.stop());

const { addEntry, addExternalEntry, removeEntry, restoreEntry, updateEntry } = libraryCalls;
const { addToGameList, changeGameList, makeGameList, moveInGameList, removeFromGameList, removeGameList, setListNote } =
  listCalls;
const { changeSavedView, removeSavedView, saveView } = viewCalls;
const { addPlaythrough, changePlaythrough, removePlaythrough } = playthroughCalls;
const { changePlaySession, logPlaySession, removePlaySession } = journalCalls;
const { addOwnGame, mergeOwnGame, removeOwnCover, setOwnCover, undoMerge, updateOwnGame } = ownGameCalls;
const { keepHistory, listActions, listEntryHistory, restoreStep, undoAction } = historyCalls;

/** Creates something for a user. @returns the path parameters of its calls */
type Make = (client: Player) => Promise<Readonly<Record<string, unknown>>>;

const entry = async (client: Player) => ({ id: (await client.addSome()).id });
const ratedEntry = async (client: Player) => {
  const params = await entry(client);
  await client.edit(params, { rating: 6 });
  return params;
};
const removedEntry: Make = async (client) => {
  const params = await entry(client);
  await client.remove(params);
  return params;
};
const playedOn = { day: '2026-03-01', minutes: 30 };
const session: Make = async (client) => ({ id: (await client.logSession(await entry(client))).session.id });
const playthrough: Make = async (client) => ({ id: (await client.addPlaythrough(await entry(client))).id });
const view: Make = async (client) => ({
  id: (await client.call(saveView, { body: { name: randomUUID(), query: '' } })).view.id,
});
/** A game in a list. */
const place = async (client: Player) => {
  const listed = await entry(client);
  return { id: (await client.makeList([listed])).id, entry_id: listed.id };
};
const startedImport = async (client: Player) => {
  const body = { name: 'games.csv', source: 'table', rows: 2 } as const;
  return { id: (await client.call(importCalls.beginImport, { body })).import.id };
};
const rowsFrom = (from: number) => ({ from, rows: [{ title: 'A game' }, { title: 'Another' }].slice(from - 1) });
const readyImport = async (client: Player) => {
  const params = await startedImport(client);
  await client.call(importCalls.sendImportRows, { params, body: rowsFrom(1) });
  return params;
};
const ownGame = async (client: Player) => ({
  guid: (await client.call(addOwnGame, { body: { name: 'My game' } })).user_game.guid,
});
const coveredGame: Make = async (client) => {
  const params = await ownGame(client);
  await client.call(setOwnCover, { params, body: { image: red } });
  return params;
};
const mergedGame: Make = async (client) => {
  const params = await ownGame(client);
  await client.call(mergeOwnGame, { params, body: { into: someGuid() } });
  return params;
};
const [red, blue] = [await someImage('red'), await someImage('blue')];

type Input = Awaited<ReturnType<UnsafeCall['prepare']>>['input'];

/** A call of a new user with either of two inputs; without another one, null. */
const asUser = (call: Call, inputs: (client: Player) => Promise<readonly [Input, Input | null]>): UnsafeCall => ({
  call,
  prepare: async () => {
    const client = someUser(service);
    const [input, other] = await inputs(client);
    return { client, input, other };
  },
});

/** A call with one of two bodies, on something that the user has if the call needs it. */
const withBody = (call: Call, body: object, otherBody: object, make?: Make) =>
  asUser(call, async (client) => {
    const params = await make?.(client);
    return [
      { params, body },
      { params, body: otherBody },
    ];
  });

/** A call on one of two things. */
const onOne = (call: Call, make: Make, body?: object) =>
  asUser(call, async (client) => [
    { params: await make(client), body },
    { params: await make(client), body },
  ]);

const whileSynced = (call: Call) =>
  asUser(call, async (client) => {
    await client.call(steamSyncCalls.synchroniseSteam, { body: { account: 'nightshelf' } });
    await service.query(`update steam_accounts set due_at = now() + interval '1 day'`);
    return [{}, null];
  });

const games = [await confirm(service), await confirm(service)] as const;
const list = { kind: 'list', ref: '1', name: 'A list' };
const newImport = { name: 'games.csv', source: 'table', rows: 1 };

const unsafe: readonly UnsafeCall[] = [
  withBody(addEntry, { game_guid: games[0].guid }, { game_guid: games[1].guid }),
  withBody(addExternalEntry, described(someGuid()), described(someGuid())),
  withBody(updateEntry, { rating: 3, if_version: 1 }, { rating: 4, if_version: 1 }, entry),
  onOne(removeEntry, entry),
  onOne(restoreEntry, removedEntry),
  withBody(saveView, { name: 'One', query: '' }, { name: 'Two', query: '' }),
  withBody(changeSavedView, { name: 'Two' }, { name: 'Three' }, view),
  onOne(removeSavedView, view),
  asUser(favouriteCalls.chooseFavourites, async (client) => {
    const chosen = async () => ({ body: { entry_ids: [(await entry(client)).id] } });
    return [await chosen(), await chosen()];
  }),
  withBody(logPlaySession, playedOn, { ...playedOn, minutes: 31 }, entry),
  onOne(changePlaySession, session, { minutes: 90, if_version: 1 }),
  onOne(removePlaySession, session),
  withBody(addPlaythrough, { hours: 1 }, { hours: 2 }, entry),
  onOne(changePlaythrough, playthrough, { hours: 1, if_version: 1 }),
  onOne(removePlaythrough, playthrough),
  withBody(makeGameList, { name: 'One' }, { name: 'Two' }),
  withBody(changeGameList, { name: 'Two' }, { name: 'Three' }, place),
  onOne(removeGameList, place),
  asUser(addToGameList, async (client) => {
    const params = await place(client);
    const added = async () => ({ params, body: { entry_ids: [(await entry(client)).id] } });
    return [await added(), await added()];
  }),
  withBody(setListNote, { note: 'Good' }, { note: 'Better' }, place),
  onOne(removeFromGameList, place),
  asUser(moveInGameList, async (client) => {
    const [params, { id: after }] = [await place(client), await entry(client)];
    await client.call(addToGameList, { params, body: { entry_ids: [after] } });
    return [
      { params, body: { after } },
      { params, body: { before: after } },
    ];
  }),
  withBody(importCalls.beginImport, newImport, { ...newImport, rows: 2 }),
  withBody(importCalls.sendImportRows, rowsFrom(1), rowsFrom(2), startedImport),
  withBody(importCalls.sendImportParts, { from: 1, parts: [list] }, { from: 2, parts: [list] }, startedImport),
  onOne(importCalls.chooseImportRule, readyImport, { rule: 'replace' }),
  withBody(importCalls.matchImportRow, { guid: 'other-1' }, { guid: null }, async (client) => ({
    ...(await readyImport(client)),
    position: 1,
  })),
  onOne(importCalls.rematchImportRows, readyImport),
  onOne(importCalls.addUnmatchedRows, readyImport),
  onOne(importCalls.stepImport, readyImport, { step: 'cancel' }),
  onOne(importCalls.removeImport, readyImport),
  withBody(addOwnGame, { name: 'My game' }, { name: 'Another game' }),
  withBody(updateOwnGame, { year: 1999 }, { year: 2000 }, ownGame),
  withBody(setOwnCover, { image: red }, { image: blue }, ownGame),
  onOne(removeOwnCover, coveredGame),
  withBody(mergeOwnGame, { into: 'other-1' }, { into: 'other-2' }, ownGame),
  onOne(undoMerge, mergedGame),
  withBody(
    steamSyncCalls.synchroniseSteam,
    { account: 'nightshelf', rule: 'only_new' },
    { account: 'collector', rule: 'only_new' },
  ),
  whileSynced(steamSyncCalls.lookAtSteam),
  whileSynced(steamSyncCalls.endSteamSync),
  withBody(restoreStep, {}, { if_version: 3 }, async (client) => {
    const params = await ratedEntry(client);
    const { steps } = await client.call(listEntryHistory, { params, query: {} });
    return { ...params, step: steps.at(-1)?.step };
  }),
  withBody(undoAction, {}, { after: randomUUID() }, async (client) => {
    await ratedEntry(client);
    return { step: (await client.call(listActions, { query: {} })).actions[0]?.step };
  }),
  withBody(keepHistory, { keep: 'year' }, { keep: 'forever' }),
];

test('covers every unsafe call', () => {
  const groups = [libraryCalls, viewCalls, favouriteCalls, journalCalls, playthroughCalls, listCalls, importCalls];
  expect(unsafe.map(({ call }) => nameOf(call)).sort()).toEqual(
    namesOfUnsafe(...groups, historyCalls, steamSyncCalls, ownGameCalls),
  );
});

test.each(unsafe.map((one) => [nameOf(one.call), one] as const))(
  'replays the response of %s for a repeated key and acts once',
  (_, one) => checkKeys(service, one),
);

test('adds a game once for ten concurrent calls with one key at two instances, with the same response', async () => {
  const client = someUser(service);
  const there = new ApiClient(second.url, client.identity);
  for (const [call, body] of [
    [addEntry, { game_guid: (await confirm(service)).guid }],
    [addEntry, { game_guid: someGuid(), known_only: false }],
    [addExternalEntry, described(someGuid())],
  ] as const) {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? client : there).attempt(call, { body }, { key })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  }
  expect(await client.vault()).toHaveLength(3);
  expect((await service.recorded(entryAdded)).filter(({ data }) => data.user_id === client.userId)).toHaveLength(3);
});

test('frees the key of a rejected change', async () => {
  const client = someUser(service);
  const params = await entry(client);
  const key = randomUUID();
  expect((await client.attempt(updateEntry, { params, body: { rating: 3, if_version: 9 } }, { key })).status).toBe(409);
  const { user_game } = await client.call(updateEntry, { params, body: { rating: 3, if_version: 1 } }, { key });
  expect(user_game.version).toBe(2);
});

test('returns 422 for a key that is reused under another condition', async () => {
  const client = someUser(service);
  const params = await entry(client);
  const key = randomUUID();
  const input = { params, body: { rating: 3 } };
  await client.call(updateEntry, input, { key, headers: { 'if-match': '"1"' } });
  const { status, body } = await client.attempt(updateEntry, input, { key, headers: { 'if-match': '"2"' } });
  expect([status, body.code]).toEqual([422, 'request.idempotency_key_reused']);
});

test('does not store a long description with a key, but replays the same response', async () => {
  const client = someUser(service);
  const platforms = Array.from({ length: 40 }, (_, id) => ({ id, name: `${id} ${'パ'.repeat(195)}`.slice(0, 200) }));
  const keys = [randomUUID(), randomUUID()] as const;
  const add = () =>
    client.attempt(addExternalEntry, { body: { ...described(guid), platforms, platform_id: 7 } }, { key: keys[0] });
  const guid = someGuid();
  const first = await add();
  expect(first.status).toBe(201);
  const params = { id: first.body.user_game.id };
  const update = () => client.attempt(updateEntry, { params, body: { rating: 3 } }, { key: keys[1] });
  const changed = await update();
  expect(JSON.stringify(changed.body).length).toBeGreaterThan(8000);
  expect([await add(), await update()].map(({ body }) => JSON.stringify(body))).toEqual(
    [first, changed].map(({ body }) => JSON.stringify(body)),
  );
  const kept = await service.query<{ result: string }>('select result from idempotency_keys where key = any ($1)', [
    keys,
  ]);
  for (const { result } of kept) {
    expect(Buffer.byteLength(result)).toBeLessThan(1000);
    // Another release, which runs beside this one during an upgrade, must be able to return what it finds.
    expect(libraryEntry.parse(JSON.parse(result)).guid).toBe(guid);
  }
});

test('stores short responses for lists, sessions and playthroughs, but replays the same response', async () => {
  const client = someUser(service);
  const entries: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const image = { medium_url: `https://images.example/${'x'.repeat(1500)}` };
    const body = { ...described(someGuid(), '\u30d1'.repeat(400)), image };
    entries.push((await client.call(addExternalEntry, { body })).user_game.id);
  }
  const [one = '', two = ''] = entries;
  const words = '\u30d1'.repeat(500);
  const { id } = (await client.call(makeGameList, { body: { name: 'List', description: words } })).list;
  const listedGame = { id, entry_id: one };
  const platformed = {
    platform_id: 94,
    copy: '\u30d1'.repeat(60),
    completion: 'dropped',
    dropped_at: words.slice(0, 120),
  };
  const requests = [
    [addToGameList, { params: { id }, body: { entry_ids: entries } }],
    [setListNote, { params: listedGame, body: { note: words } }],
    [moveInGameList, { params: listedGame, body: { after: two } }],
    [changeGameList, { params: { id }, body: { name: 'Of five' } }],
    [logPlaySession, { params: { id: one }, body: { ...playedOn, note: words } }],
    [addPlaythrough, { params: { id: one }, body: platformed }],
  ] as const;
  for (const [call, input] of requests) {
    const key = randomUUID();
    const first = await client.attempt(call, input as never, { key });
    expect(JSON.stringify((await client.attempt(call, input as never, { key })).body)).toBe(JSON.stringify(first.body));
    expect(JSON.stringify(first.body).length).toBeGreaterThan(1500);
    const [kept] = await service.query<{ bytes: number }>(
      'select octet_length(result) as bytes from idempotency_keys where key = $1',
      [key],
    );
    expect(kept?.bytes, nameOf(call)).toBeLessThan(1000);
  }
});

test('replays the shortened response for a list that was deleted since', async () => {
  const client = someUser(service);
  const one = await place(client);
  const key = randomUUID();
  const write = () => client.attempt(setListNote, { params: one, body: { note: 'Good' } }, { key });
  await write();
  await client.call(removeGameList, { params: { id: one.id } });
  const { status, body } = await write();
  expect([status, body.list.id, body.game.entry_id]).toEqual([200, one.id, one.entry_id]);
});
