import type { Call } from '@nightshelf/contracts/call.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { type ApiClient, someIdentity, startTestService, type TestService } from '@nightshelf/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libraryService } from '../src/service.ts';
import { confirm, described, somebody, someGuid, stored } from './helpers.ts';

let service: TestService;
let client: ApiClient;
let guid: string;
let before: unknown;
let id: string;
beforeAll(async () => {
  service = await startTestService(libraryService);
  client = somebody(service);
  const owned = await confirm(service);
  id = (await client.call(libraryCalls.addEntry, { body: { game_guid: owned.guid } })).user_game.id;
  guid = (await confirm(service)).guid;
  before = await stored(service);
});
afterAll(() => service.stop());

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

const inputs = (): ReadonlyArray<readonly [Call, { params?: { id: string }; body: Record<string, unknown> }]> => [
  [addEntry, { body: { game_guid: guid } }],
  [addExternalEntry, { body: described(guid) }],
  [updateEntry, { params: { id }, body: { rating: 5 } }],
];

test.each(wrongFields)('returns 422 for %s %j on every call and stores nothing', async (field, value) => {
  for (const [call, input] of inputs()) {
    const { status, body } = await client.attempt(call, { ...input, body: { ...input.body, [field]: value } });
    const faults = Object.keys(body.errors ?? {}).map((name) => name.split('.')[0]);
    expect([call.path, status, faults]).toEqual([call.path, 422, [field]]);
  }
  expect(await stored(service)).toEqual(before);
});

test.each([
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
])('validates %s of an external game (%#)', async (field, wrong) => {
  const { status, body } = await client.attempt(addExternalEntry, { body: { ...described(someGuid()), ...wrong } });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
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
  const targets = () => [
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
    for (const [method, path] of targets()) {
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
