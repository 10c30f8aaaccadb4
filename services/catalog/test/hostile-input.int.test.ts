import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { someIdentity } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, startCatalog } from './catalog.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});

afterAll(() => catalog?.stop());

const path = '/api/games/cache-search-results';

test.each([
  ['malformed JSON', '{"results":', 400, undefined],
  ['an empty body', '', 422, undefined],
  ['no results', '{}', 422, 'results'],
  ['results that are no list', '{"results":5}', 422, 'results'],
  ['results that are no games', '{"results":[null]}', 422, 'results'],
  ['NUL in a guid', '{"results":[{"guid":"3030-1\\u0000"}]}', 422, 'results'],
  ['no guid', '{"results":[{"name":"x"}]}', 422, 'results'],
  ['too many', JSON.stringify({ results: Array(101).fill({ guid: '3030-1' }) }), 422, 'results'],
  ['far too much', JSON.stringify({ results: [{ guid: 'x'.repeat(2 * 1024 * 1024) }] }), 413, undefined],
])('rejects %s and stores nothing', async (_, body, status, field) => {
  const answer = await catalog.service.api.send<{ success: boolean; errors?: object }>('POST', path, { body });
  expect(answer.status).toBe(status);
  expect(answer.body.success).toBe(false);
  if (field) expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  expect(await catalog.service.query('select from games')).toEqual([]);
});

test('rejects another media type', async () => {
  const headers = { 'content-type': 'text/xml' };
  expect((await catalog.service.api.send('POST', path, { body: '<x/>', headers })).status).toBe(415);
});

test.each(['q=', 'q=%20', 'q=a%00', 'limit=5', 'q=a&limit=0', 'q=a&limit=101', 'q=a&limit=x'])(
  'rejects an external search for %s without asking a provider',
  async (query) => {
    const answer = await catalog.service.api.send('GET', `/api/games/search/external?${query}`);
    expect(answer.status).toBe(422);
    expect(await catalog.provider.calls()).toEqual([]);
  },
);

test('drops unknown fields, and treats a forged identity as anonymous', async () => {
  const { api } = catalog.service;
  const call = catalogCalls.cacheSearchResults;
  const answer = await api.as(someIdentity()).attempt(call, { body: { results: [], admin: true } });
  expect(answer).toMatchObject({ status: 200, body: { cached_count: 0, games: [] } });
  const headers = { [identityHeader]: 'Zm9yZ2Vk.Zm9yZ2Vk' };
  expect((await api.send('GET', '/api/games/search?q=a', { headers })).status).toBe(200);
});
