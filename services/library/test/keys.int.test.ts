import { randomUUID } from 'node:crypto';
import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { libraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type RunningService, startService } from '@nightshelf/platform/service/start-service.ts';
import {
  ApiClient,
  checkKeys,
  nameOf,
  namesOfUnsafe,
  startTestService,
  type TestService,
  type UnsafeCall,
} from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryService } from '../src/service.ts';
import { addSome, confirm, described, somebody, someGuid, userOf } from './helpers.ts';

let service: TestService;
let second: RunningService;
beforeAll(async () => {
  service = await startTestService(libraryService, { env: { ROLES: 'http,consumers' } });
  second = await startService(libraryService, { ...service.env, ROLES: 'http' });
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

const { addEntry, addExternalEntry, removeEntry, restoreEntry, updateEntry } = libraryCalls;
const { addToGameList, changeGameList, makeGameList, moveInGameList, removeFromGameList, removeGameList, setListNote } =
  listCalls;
const { changeSavedView, removeSavedView, saveView } = viewCalls;
const { addPlaythrough, changePlaythrough, removePlaythrough } = playthroughCalls;
const { changePlaySession, logPlaySession, removePlaySession } = journalCalls;

async function added(client = somebody(service)) {
  const { guid } = await confirm(service);
  const { user_game } = await client.call(addEntry, { body: { game_guid: guid } });
  return { client, params: { id: user_game.id } };
}

async function removed(client = somebody(service)) {
  const { params } = await added(client);
  await client.call(removeEntry, { params });
  return { client, params };
}

const playedOn = { day: '2026-03-01', minutes: 30 };

async function logged() {
  const { client, params } = await added();
  const log = async () => (await client.call(logPlaySession, { params, body: playedOn })).session.id;
  return { client, ids: [{ id: await log() }, { id: await log() }] as const };
}

async function played() {
  const { client, params } = await added();
  const add = async () => (await client.call(addPlaythrough, { params, body: {} })).playthrough.id;
  return { client, ids: [{ id: await add() }, { id: await add() }] as const };
}

const saved = async (client: ApiClient, name: string) => ({
  id: (await client.call(saveView, { body: { name, query: '' } })).view.id,
});

/** Creates a list with two games. */
async function listed(client = somebody(service)) {
  const entries = [await addSome(service, client), await addSome(service, client)] as const;
  const { id } = (await client.call(makeGameList, { body: { name: 'List' } })).list;
  const [one, two] = entries.map((entry) => entry.id) as [string, string];
  await client.call(addToGameList, { params: { id }, body: { entry_ids: [one, two] } });
  return { client, id, one: { id, entry_id: one }, two: { id, entry_id: two } };
}

const unsafe: readonly UnsafeCall[] = [
  {
    call: addEntry,
    prepare: async () => {
      const [one, two] = [await confirm(service), await confirm(service)];
      const client = somebody(service);
      return { client, input: { body: { game_guid: one.guid } }, other: { body: { game_guid: two.guid } } };
    },
  },
  {
    call: addExternalEntry,
    prepare: async () => ({
      client: somebody(service),
      input: { body: described(someGuid()) },
      other: { body: described(someGuid()) },
    }),
  },
  {
    call: updateEntry,
    prepare: async () => {
      const { client, params } = await added();
      return {
        client,
        input: { params, body: { rating: 3, if_version: 1 } },
        other: { params, body: { rating: 4, if_version: 1 } },
      };
    },
  },
  {
    call: removeEntry,
    prepare: async () => {
      const { client, params } = await added();
      return { client, input: { params }, other: { params: (await added(client)).params } };
    },
  },
  {
    call: restoreEntry,
    prepare: async () => {
      const { client, params } = await removed();
      return { client, input: { params }, other: { params: (await removed(client)).params } };
    },
  },
  {
    call: saveView,
    prepare: async () => ({
      client: somebody(service),
      input: { body: { name: 'One', query: '' } },
      other: { body: { name: 'Two', query: '' } },
    }),
  },
  {
    call: changeSavedView,
    prepare: async () => {
      const client = somebody(service);
      const params = await saved(client, 'One');
      return { client, input: { params, body: { name: 'Two' } }, other: { params, body: { name: 'Three' } } };
    },
  },
  {
    call: removeSavedView,
    prepare: async () => {
      const client = somebody(service);
      const [one, two] = [await saved(client, 'One'), await saved(client, 'Two')];
      return { client, input: { params: one }, other: { params: two } };
    },
  },
  {
    call: favouriteCalls.chooseFavourites,
    prepare: async () => {
      const client = somebody(service);
      const [one, two] = [await addSome(service, client), await addSome(service, client)];
      const body = ({ id }: { id: string }) => ({ entry_ids: [id] });
      return { client, input: { body: body(one) }, other: { body: body(two) } };
    },
  },
  {
    call: logPlaySession,
    prepare: async () => {
      const { client, params } = await added();
      return { client, input: { params, body: playedOn }, other: { params, body: { ...playedOn, minutes: 31 } } };
    },
  },
  {
    call: changePlaySession,
    prepare: async () => {
      const { client, ids } = await logged();
      const input = { params: ids[0], body: { minutes: 90, if_version: 1 } };
      return { client, input, other: { ...input, params: ids[1] } };
    },
  },
  {
    call: removePlaySession,
    prepare: async () => {
      const { client, ids } = await logged();
      return { client, input: { params: ids[0] }, other: { params: ids[1] } };
    },
  },
  {
    call: addPlaythrough,
    prepare: async () => {
      const { client, params } = await added();
      return { client, input: { params, body: { hours: 1 } }, other: { params, body: { hours: 2 } } };
    },
  },
  {
    call: changePlaythrough,
    prepare: async () => {
      const { client, ids } = await played();
      const input = { params: ids[0], body: { hours: 1, if_version: 1 } };
      return { client, input, other: { ...input, params: ids[1] } };
    },
  },
  {
    call: removePlaythrough,
    prepare: async () => {
      const { client, ids } = await played();
      return { client, input: { params: ids[0] }, other: { params: ids[1] } };
    },
  },
  {
    call: makeGameList,
    prepare: async () => ({
      client: somebody(service),
      input: { body: { name: 'One' } },
      other: { body: { name: 'Two' } },
    }),
  },
  {
    call: changeGameList,
    prepare: async () => {
      const { client, id } = await listed();
      return {
        client,
        input: { params: { id }, body: { name: 'Two' } },
        other: { params: { id }, body: { name: 'Three' } },
      };
    },
  },
  {
    call: removeGameList,
    prepare: async () => {
      const { client, id } = await listed();
      return { client, input: { params: { id } }, other: { params: { id: (await listed(client)).id } } };
    },
  },
  {
    call: addToGameList,
    prepare: async () => {
      const { client, id } = await listed();
      const [one, two] = [await addSome(service, client), await addSome(service, client)];
      const body = (entry: { id: string }) => ({ entry_ids: [entry.id] });
      return { client, input: { params: { id }, body: body(one) }, other: { params: { id }, body: body(two) } };
    },
  },
  {
    call: setListNote,
    prepare: async () => {
      const { client, one: params } = await listed();
      return { client, input: { params, body: { note: 'Good' } }, other: { params, body: { note: 'Better' } } };
    },
  },
  {
    call: removeFromGameList,
    prepare: async () => {
      const { client, one, two } = await listed();
      return { client, input: { params: one }, other: { params: two } };
    },
  },
  {
    call: moveInGameList,
    prepare: async () => {
      const { client, one, two } = await listed();
      const place = { after: two.entry_id };
      return { client, input: { params: one, body: place }, other: { params: two, body: { after: one.entry_id } } };
    },
  },
];

test('covers every unsafe call', () => {
  expect(unsafe.map(({ call }) => nameOf(call)).sort()).toEqual(
    namesOfUnsafe({
      ...libraryCalls,
      ...viewCalls,
      ...favouriteCalls,
      ...journalCalls,
      ...playthroughCalls,
      ...listCalls,
    }),
  );
});

test.each(unsafe.map((one) => [nameOf(one.call), one] as const))(
  'replays the response of %s for a repeated key and acts once',
  (_, one) => checkKeys(service, one),
);

test('adds a game once for ten concurrent calls with one key at two instances, with the same response', async () => {
  const client = somebody(service);
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
  expect((await client.call(listWholeLibrary, {})).library).toHaveLength(3);
  expect((await service.recorded(entryAdded)).filter(({ data }) => data.user_id === userOf(client))).toHaveLength(3);
});

test('frees the key of a rejected change', async () => {
  const { client, params } = await added();
  const key = randomUUID();
  const refused = await client.attempt(updateEntry, { params, body: { rating: 3, if_version: 9 } }, { key });
  expect(refused.status).toBe(409);
  const { user_game } = await client.call(updateEntry, { params, body: { rating: 3, if_version: 1 } }, { key });
  expect(user_game.version).toBe(2);
});

test('returns 422 for a key that is reused under another condition', async () => {
  const { client, params } = await added();
  const key = randomUUID();
  const input = { params, body: { rating: 3 } };
  await client.call(updateEntry, input, { key, headers: { 'if-match': '"1"' } });
  const { status, body } = await client.attempt(updateEntry, input, { key, headers: { 'if-match': '"2"' } });
  expect([status, body.code]).toEqual([422, 'request.idempotency_key_reused']);
});

test('does not store a long description with a key, but replays the same response', async () => {
  const client = somebody(service);
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
    // The previous release, which runs beside this one, must be able to return what it finds.
    expect(libraryEntry.parse(JSON.parse(result)).guid).toBe(guid);
  }
});

test('stores short responses for lists, sessions and playthroughs, but replays the same response', async () => {
  const client = somebody(service);
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
    const again = await client.attempt(call, input as never, { key });
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(JSON.stringify(first.body).length).toBeGreaterThan(1500);
    const [kept] = await service.query<{ bytes: number }>(
      'select octet_length(result) as bytes from idempotency_keys where key = $1',
      [key],
    );
    expect(kept?.bytes, nameOf(call)).toBeLessThan(1000);
  }
});

test('replays the shortened response for a list that was deleted since', async () => {
  const { client, one } = await listed();
  const key = randomUUID();
  const write = () => client.attempt(setListNote, { params: one, body: { note: 'Good' } }, { key });
  await write();
  await client.call(removeGameList, { params: { id: one.id } });
  const { status, body } = await write();
  expect([status, body.list.id, body.game.entry_id]).toEqual([200, one.id, one.entry_id]);
});

test('replays a response that the previous release stored as the whole entry', async () => {
  const { client, params } = await added();
  const key = randomUUID();
  const update = () => client.call(updateEntry, { params, body: { rating: 3 } }, { key });
  const first = await update();
  await service.query('update idempotency_keys set result = $1 where key = $2', [JSON.stringify(first.user_game), key]);
  expect(JSON.stringify(await update())).toBe(JSON.stringify(first));
});
