import { randomUUID } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import { chooseFavourites } from '@nightshelf/contracts/calls/favourites.ts';
import { beginImport } from '@nightshelf/contracts/calls/imports.ts';
import { logPlaySession } from '@nightshelf/contracts/calls/journal.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import { addOwnGame } from '@nightshelf/contracts/calls/own-games.ts';
import { addPlaythrough } from '@nightshelf/contracts/calls/playthroughs.ts';
import { synchroniseSteam } from '@nightshelf/contracts/calls/steam-sync.ts';
import { saveView } from '@nightshelf/contracts/calls/views.ts';
import { identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { someIdentity } from '@nightshelf/testing';
import { describe, expect, test } from 'vitest';
import { confirm, described, someGuid, someUser, startLibrary, stored } from './helpers.ts';

const service = await startLibrary();

const { addEntry, addExternalEntry, listLibrary, removeEntry, updateEntry } = libraryCalls;
const client = someUser(service);
const { id } = await client.addSome();
const { guid } = await confirm(service);
const { list } = await client.call(listCalls.makeGameList, { body: { name: 'List' } });
const before = await stored(service);

type Wrong = Readonly<Record<string, readonly unknown[]>>;

/** Returns each wrong value with its field. */
const each = (wrong: Wrong) =>
  Object.entries(wrong).flatMap(([field, values]) => values.map((value) => [field, value] as const));

const wrongFields: Wrong = {
  status: ['finished', 1],
  rating: [0, 11, 7.5, '7'],
  hours_played: [-0.5, 0.25, 100_000, '1'],
  platform_id: [0, 1.5, 2_147_483_648, 'PC', {}],
  tags: [
    ...['rpg', null, [7], [''], [' \u00a0 '], ['x'.repeat(41)], ['x'.repeat(500)], ['with\nbreak'], ['with\u0000NUL']],
    ...[['half a pair \ud800'], Array.from({ length: 31 }, (_, at) => `t${at}`)],
    Array.from({ length: 200 }, (_, at) => `t${at}`),
  ],
};

const inputs: ReadonlyArray<readonly [Call, { params?: { id: string }; body: Record<string, unknown> }]> = [
  [addEntry, { body: { game_guid: guid } }],
  [addExternalEntry, { body: described(guid) }],
  [updateEntry, { params: { id }, body: { rating: 5 } }],
];

test.each(each(wrongFields))('returns 422 for %s %j on every call and stores nothing', async (field, value) => {
  for (const [call, input] of inputs) {
    const { status, body } = await client.attempt(call, { ...input, body: { ...input.body, [field]: value } });
    const faults = Object.keys(body.errors ?? {}).map((name) => name.split('.')[0]);
    expect([call.path, status, faults]).toEqual([call.path, 422, [field]]);
  }
  expect(await stored(service)).toEqual(before);
});

/** Returns requests with one wrong field: the field, the call and its body. */
const on = (call: Call, good: object, wrong: Wrong) =>
  each(wrong).map(([field, value]) => [field, call, { ...good, [field]: value }] as const);

const text = (most: number) => ['x'.repeat(most + 1), 'a\u0000'];

const wrongRequests: ReadonlyArray<readonly [string, Call, object]> = [
  ...on(
    addEntry,
    { game_guid: someGuid(), known_only: false },
    { known_only: ['no', null], game_guid: ['../etc', '', undefined] },
  ),
  ...on(addExternalEntry, described(someGuid()), {
    guid: ['../etc', `a${'b'.repeat(80)}`, 'a\u0000'],
    name: ['Half a pair \ud800', ...text(500), undefined],
    description: ['x'.repeat(200_001)],
    original_release_date: ['2001-02-30'],
    image: [{ medium_url: 'javascript:alert(1)' }, { medium_url: 'https://a.example/\u0000' }],
    platforms: [[{ id: 1, name: 'x', abbreviation: '\u0000' }], Array(101).fill({ id: 1, name: 'x' })],
  }),
  ...on(
    saveView,
    { name: 'Good', query: '' },
    { name: [' ', ...text(60), 'a\nb', 'half \ud800', 7], query: text(2000), is_default: ['yes'] },
  ),
  ['ended_on', addPlaythrough, { started_on: '2026-03-02', ended_on: '2026-03-01' }],
  ['dropped_at', addPlaythrough, { completion: 'story', dropped_at: 'Here' }],
  ['dropped_at', addPlaythrough, { completion: 'dropped', dropped_at: 'x'.repeat(121) }],
  ...on(
    addPlaythrough,
    {},
    {
      started_on: ['2098-01-01'],
      ended_on: ['2098-01-01', '2026-02-30'],
      hours: [0.25, -1],
      copy: text(60),
      completion: ['half'],
      platform_id: [1.5],
    },
  ),
  ...on(
    logPlaySession,
    { day: '2026-03-01', minutes: 90 },
    {
      day: ['2026-02-30', '1969-12-31', '2026-03-01T10:00:00Z', '0000-01-01'],
      minutes: [0, 1441, 1.5, '90'],
      note: text(1000),
      spoiler: ['yes'],
      playthrough_id: ['x', randomUUID()],
    },
  ),
  ...on(
    beginImport,
    { name: 'a.csv', source: 'table', rows: 1 },
    { rows: [0, 20_001], name: [' ', 'a\u0000'], source: ['elsewhere'] },
  ),
  ...on(
    addOwnGame,
    { name: 'A game' },
    { name: ['  ', 'a'.repeat(501)], year: [1492, 2000.5], platform_ids: [[-1]], rating: [11] },
  ),
  ...on(
    chooseFavourites,
    {},
    {
      entry_ids: [
        ...[['7'], 'none', Array.from({ length: 6 }, randomUUID)],
        Array(2).fill('0195f3f0-0000-7000-8000-000000000001'),
      ],
    },
  ),
  ...on(
    listCalls.makeGameList,
    { name: 'Good' },
    { name: [' ', 'x'.repeat(500), 'a\u0000', 'half \ud800'], description: text(1000) },
  ),
  ...on(listCalls.setListNote, {}, { note: [...text(500), undefined] }),
  ...on(listCalls.addToGameList, {}, { entry_ids: [[], ['7'], Array.from({ length: 201 }, randomUUID)] }),
  ['account', synchroniseSteam, { account: 'https://example.org/id/a' }],
  ['if_version', listCalls.changeGameList, { name: 'Good', if_version: 0 }],
  ['request', listCalls.changeGameList, {}],
  ['request', listCalls.moveInGameList, {}],
  ['request', listCalls.moveInGameList, { before: randomUUID(), after: randomUUID() }],
];

test.each(wrongRequests)('returns 422 on %s for wrong input and stores nothing (%#)', async (field, call, body) => {
  const params = { id: call.path.includes('/lists/') ? list.id : id, entry_id: randomUUID() };
  const refused = await client.attempt(call, { params, body });
  const fields = new Set(Object.keys(refused.body.errors ?? {}).map((name) => name.split('.')[0]));
  expect([call.path, refused.status, [...fields]]).toEqual([call.path, 422, [field]]);
  expect(await stored(service)).toEqual(before);
});

test('rejects an update without known fields', async () => {
  for (const body of [{}, { colour: 'red' }, { is_shared: 'yes' }, []]) {
    expect((await client.attempt(updateEntry, { params: { id }, body })).status).toBe(422);
  }
  expect(await stored(service)).toEqual(before);
});

test.each(['1', 'x', `${'0'.repeat(8)}-0000`, '%00'])('returns 404 for the invalid id %s', async (wrong) => {
  for (const [call, body] of [[updateEntry, { rating: 1 }] as const, [removeEntry, undefined] as const]) {
    expect((await client.attempt(call, { params: { id: wrong }, body })).status).toBe(404);
  }
});

test('ignores unknown fields', async () => {
  const { body } = await client.attempt(updateEntry, {
    params: { id },
    body: { is_shared: false, user_id: 'x', version: 99 },
  });
  expect(body.user_game.version).toBe(1);
  expect(await stored(service)).toEqual(before);
});

describe('malformed requests', () => {
  const targets = [
    ['POST', '/api/games/library/add'] as const,
    ['POST', '/api/games/library/add-external'] as const,
    ['PUT', `/api/games/library/${id}`] as const,
  ];
  test.each([
    ['malformed JSON', '{"game_guid":', {}, 400],
    ['an empty body', '', {}, 422],
    ['another media type', 'game_guid=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415],
    ['2 MB', JSON.stringify({ game_guid: 'x'.repeat(2_000_000) }), {}, 413],
    ['no object', 'null', {}, 422],
    ['a list', '[]', {}, 422],
  ])('rejects %s', async (_, body, headers, expected) => {
    for (const [method, path] of targets) {
      const { status, body: answer } = await client.send<{ success: boolean }>(method, path, { body, headers });
      expect([path, status, answer.success]).toEqual([path, expected, false]);
    }
    expect(await stored(service)).toEqual(before);
  });
});

test('rejects callers without an identity or with a forged or stale one', async () => {
  const identity = someIdentity();
  const anHour = 3_600_000;
  const stale = signIdentity(identity, 'a secret for tests, longer than thirty-two characters', Date.now() - anHour);
  const forged = [signIdentity(identity, 'another secret, also longer than thirty-two characters'), 'nonsense'];
  const calls: ReadonlyArray<readonly [Call, string, string | undefined]> = [
    [listLibrary, '/api/games/library', undefined],
    [addEntry, '/api/games/library/add', JSON.stringify({ game_guid: guid })],
    [addExternalEntry, '/api/games/library/add-external', JSON.stringify(described(guid))],
    [updateEntry, `/api/games/library/${id}`, '{"rating":1}'],
    [removeEntry, `/api/games/library/${id}`, undefined],
  ];
  for (const [{ method }, path, body] of calls) {
    const given = body === undefined ? {} : { body };
    expect((await service.api.send(method, path, given)).status).toBe(401);
    for (const header of forged) {
      const answer = await service.api.send(method, path, { ...given, headers: { [identityHeader]: header } });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    // Not 401, because a wrong clock must not sign out all users.
    const answer = await service.api.send(method, path, { ...given, headers: { [identityHeader]: stale } });
    expect([path, answer.status]).toEqual([path, 503]);
  }
  expect(await stored(service)).toEqual(before);
});
