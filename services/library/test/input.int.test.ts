import { randomUUID } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import { identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { someIdentity } from '@nightshelf/testing';
import { describe, expect, test } from 'vitest';
import { addSome, confirm, described, someGuid, someUser, startLibrary, stored } from './helpers.ts';

const service = await startLibrary();
const client = someUser(service);
const { id } = await addSome(service, client);
const { guid } = await confirm(service);
const { list } = await client.call(listCalls.makeGameList, { body: { name: 'List' } });
const before = await stored(service);

const { addEntry, addExternalEntry, listLibrary, removeEntry, updateEntry } = libraryCalls;

const wrongFields: ReadonlyArray<readonly [string, unknown]> = [
  ['status', 'finished'],
  ['status', 1],
  ['rating', 0],
  ['rating', 11],
  ['rating', 7.5],
  ['rating', '7'],
  ['hours_played', -0.5],
  ['hours_played', 0.25],
  ['hours_played', 100_000],
  ['hours_played', '1'],
  ['platform_id', 0],
  ['platform_id', 1.5],
  ['platform_id', 2_147_483_648],
  ['platform_id', 'PC'],
  ['platform_id', {}],
  ['tags', 'rpg'],
  ['tags', null],
  ['tags', [7]],
  ['tags', ['']],
  ['tags', [' \u00a0 ']],
  ['tags', ['x'.repeat(41)]],
  ['tags', ['x'.repeat(500)]],
  ['tags', ['with\nbreak']],
  ['tags', ['with\u0000NUL']],
  ['tags', ['half a pair \ud800']],
  ['tags', Array.from({ length: 31 }, (_, at) => `t${at}`)],
  ['tags', Array.from({ length: 200 }, (_, at) => `t${at}`)],
];

const inputs: ReadonlyArray<readonly [Call, { params?: { id: string }; body: Record<string, unknown> }]> = [
  [addEntry, { body: { game_guid: guid } }],
  [addExternalEntry, { body: described(guid) }],
  [updateEntry, { params: { id }, body: { rating: 5 } }],
];

test.each(wrongFields)('returns 422 for %s %j on every call and stores nothing', async (field, value) => {
  for (const [call, input] of inputs) {
    const { status, body } = await client.attempt(call, { ...input, body: { ...input.body, [field]: value } });
    const faults = Object.keys(body.errors ?? {}).map((name) => name.split('.')[0]);
    expect([call.path, status, faults]).toEqual([call.path, 422, [field]]);
  }
  expect(await stored(service)).toEqual(before);
});

const on = (call: Call, good: object, wrong: ReadonlyArray<readonly [string, object]>) =>
  wrong.map(([field, body]) => [field, call, { ...good, ...body }] as const);

/** Requests with one field that is wrong: the field, the call and its body. */
const wrongRequests: ReadonlyArray<readonly [string, Call, object]> = [
  ...on(addEntry, { game_guid: someGuid(), known_only: false }, [
    ['known_only', { known_only: 'no' }],
    ['known_only', { known_only: null }],
    ['game_guid', { game_guid: '../etc' }],
    ['game_guid', { game_guid: '' }],
    ['game_guid', { game_guid: undefined }],
  ]),
  ...on(addExternalEntry, described(someGuid()), [
    ['guid', { guid: '../etc' }],
    ['guid', { guid: `a${'b'.repeat(80)}` }],
    ['guid', { guid: 'a\u0000' }],
    ['name', { name: 'Half a pair \ud800' }],
    ['name', { name: 'With\u0000NUL' }],
    ['name', { name: 'x'.repeat(501) }],
    ['name', { name: undefined }],
    ['description', { description: 'x'.repeat(200_001) }],
    ['original_release_date', { original_release_date: '2001-02-30' }],
    ['image', { image: { medium_url: 'javascript:alert(1)' } }],
    ['image', { image: { medium_url: 'https://a.example/\u0000' } }],
    ['platforms', { platforms: [{ id: 1, name: 'x', abbreviation: '\u0000' }] }],
    ['platforms', { platforms: Array(101).fill({ id: 1, name: 'x' }) }],
  ]),
  ...on(viewCalls.saveView, { name: 'Good', query: '' }, [
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: 'a\u0000' }],
    ['name', { name: 'a\nb' }],
    ['name', { name: 'half \ud800' }],
    ['name', { name: 7 }],
    ['query', { query: 'x'.repeat(2001) }],
    ['query', { query: 'a\u0000' }],
    ['is_default', { is_default: 'yes' }],
  ]),
  ...on(playthroughCalls.addPlaythrough, {}, [
    ['ended_on', { started_on: '2026-03-02', ended_on: '2026-03-01' }],
    ['dropped_at', { completion: 'story', dropped_at: 'Here' }],
    ['started_on', { started_on: '2098-01-01' }],
    ['ended_on', { ended_on: '2098-01-01' }],
    ['ended_on', { ended_on: '2026-02-30' }],
    ['hours', { hours: 0.25 }],
    ['hours', { hours: -1 }],
    ['copy', { copy: 'x'.repeat(61) }],
    ['copy', { copy: 'a\u0000' }],
    ['completion', { completion: 'half' }],
    ['dropped_at', { completion: 'dropped', dropped_at: 'x'.repeat(121) }],
    ['platform_id', { platform_id: 1.5 }],
  ]),
  ...on(journalCalls.logPlaySession, { day: '2026-03-01', minutes: 90 }, [
    ['day', { day: '2026-02-30' }],
    ['day', { day: '1969-12-31' }],
    ['day', { day: '2026-03-01T10:00:00Z' }],
    ['day', { day: '0000-01-01' }],
    ['minutes', { minutes: 0 }],
    ['minutes', { minutes: 1441 }],
    ['minutes', { minutes: 1.5 }],
    ['minutes', { minutes: '90' }],
    ['note', { note: 'x'.repeat(1001) }],
    ['note', { note: 'a\u0000' }],
    ['spoiler', { spoiler: 'yes' }],
    ['playthrough_id', { playthrough_id: 'x' }],
    ['playthrough_id', { playthrough_id: randomUUID() }],
  ]),
  ...on(importCalls.beginImport, { name: 'a.csv', source: 'table', rows: 1 }, [
    ['rows', { rows: 0 }],
    ['rows', { rows: 20_001 }],
    ['name', { name: ' ' }],
    ['name', { name: 'a\u0000' }],
    ['source', { source: 'elsewhere' }],
  ]),
  ...on(ownGameCalls.addOwnGame, { name: 'A game' }, [
    ['name', { name: '  ' }],
    ['name', { name: 'a'.repeat(501) }],
    ['year', { year: 1492 }],
    ['year', { year: 2000.5 }],
    ['platform_ids', { platform_ids: [-1] }],
    ['rating', { rating: 11 }],
  ]),
  ...on(favouriteCalls.chooseFavourites, {}, [
    ['entry_ids', { entry_ids: Array.from({ length: 6 }, randomUUID) }],
    ['entry_ids', { entry_ids: Array(2).fill('0195f3f0-0000-7000-8000-000000000001') }],
    ['entry_ids', { entry_ids: ['7'] }],
    ['entry_ids', { entry_ids: 'none' }],
  ]),
  ['name', listCalls.makeGameList, { name: ' ' }],
  ['name', listCalls.makeGameList, { name: 'x'.repeat(500) }],
  ['name', listCalls.makeGameList, { name: 'a\u0000' }],
  ['name', listCalls.makeGameList, { name: 'half \ud800' }],
  ['description', listCalls.makeGameList, { name: 'Good', description: 'x'.repeat(1001) }],
  ['description', listCalls.makeGameList, { name: 'Good', description: 'a\u0000' }],
  ['note', listCalls.setListNote, { note: 'x'.repeat(501) }],
  ['note', listCalls.setListNote, { note: 'a\u0000' }],
  ['note', listCalls.setListNote, {}],
  ['entry_ids', listCalls.addToGameList, { entry_ids: [] }],
  ['entry_ids', listCalls.addToGameList, { entry_ids: ['7'] }],
  ['entry_ids', listCalls.addToGameList, { entry_ids: Array.from({ length: 201 }, randomUUID) }],
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
