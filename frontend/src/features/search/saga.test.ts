import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../test/answers.ts';
import { aDetailedGame } from '../../test/builders.ts';
import { searchSaga } from './saga.ts';
import { moreRequested, searchOpened, searchSlice, viewOf } from './slice.ts';

const reducer = combineReducers({ search: searchSlice.reducer });
const start = reducer(undefined, { type: 'start' });
const local = 'GET /api/games/search';
const external = 'GET /api/games/search/external';
const cache = 'POST /api/games/cache-search-results';

const game = (guid: string, name = guid) => aDetailedGame({ guid, name });
const later =
  (answer: object, delay = 15) =>
  () =>
    new Promise<object>((resolve) => {
      setTimeout(() => resolve(answer), delay);
    });
const opened = (query: string, again = true) => searchOpened({ query, again });

async function run(server: ReturnType<typeof answering>, actions: { type: string }[], before = start, wait = 60) {
  let saga = expectSaga(searchSaga).withReducer(reducer, before).provide(server.providers);
  for (const action of actions) saga = saga.dispatch(action);
  const { storeState } = await saga.silentRun(wait);
  const { search }: typeof before = storeState;
  return { search, names: search.games.map(({ name }) => name), view: viewOf(search, search.query) };
}

test('shows local results while the external search is in flight', async () => {
  const server = answering({ [local]: { games: [game('a')] }, [external]: later({ results: [] }, 500) });
  const { names, view, search } = await run(server, [opened('zelda')], start, 30);
  expect({ names, view, external: search.external }).toEqual({ names: ['a'], view: 'results', external: 'pending' });
  expect(server.made.map(({ query }) => query)).toEqual([
    { q: 'zelda', limit: 50 },
    { q: 'zelda', limit: 20 },
  ]);
});

test('appends new external results, and updates local ones in place with their stored copies', async () => {
  const server = answering({
    [local]: { games: [game('a'), game('b')] },
    [external]: { results: [game('c'), game('b', 'raw b'), game('c'), game('d')] },
    [cache]: { cached_count: 2, games: [game('c', 'stored c'), game('b', 'stored b')] },
  });
  const { names, search } = await run(server, [opened('zelda')]);
  expect(names).toEqual(['a', 'stored b', 'stored c', 'd']);
  expect(search.further).toBe(2);
  // The server stores only games that it has fetched itself.
  expect(server.made.at(-1)?.body).toEqual({ results: ['c', 'b', 'c', 'd'].map((guid) => ({ guid })) });
});

test('offers more after full responses, appends them, and keeps the results on failure', async () => {
  const all = Array.from({ length: 32 }, (_, at) => game(`g${at}`));
  let isDown = false;
  const server = answering({
    [local]: { games: all.slice(0, 2) },
    [external]: ({ query }) =>
      isDown
        ? failure(503, 'catalog.provider_failed', 'Down.')
        : { results: all.slice(0, (query as { limit: number }).limit) },
    [cache]: { cached_count: 0, games: [] },
  });
  const first = await run(server, [opened('mario')]);
  expect([first.names.length, first.search.mayBeMore]).toEqual([20, true]);
  isDown = true;
  const failed = await run(server, [moreRequested()], { search: first.search });
  expect([failed.names.length, failed.search.mayBeMore, failed.search.moreError]).toEqual([20, true, 'Down']);
  isDown = false;
  const whole = await run(server, [moreRequested()], { search: failed.search });
  expect([whole.names, whole.search.mayBeMore]).toEqual([all.map(({ name }) => name), false]);
  expect(server.made.filter(({ path }) => path === '/api/games/search/external').map(({ query }) => query)).toEqual([
    { q: 'mario', limit: 20 },
    { q: 'mario', limit: 50 },
    { q: 'mario', limit: 50 },
  ]);
});

test('holds early external results until the local ones arrive, which come first', async () => {
  const server = answering({
    [local]: later({ games: [game('a')] }),
    [external]: { results: [game('c')] },
    [cache]: { cached_count: 0, games: [] },
  });
  const { names } = await run(server, [opened('zelda')]);
  expect(names).toEqual(['a', 'c']);
});

test('does not report stored games as results of the game database while the server may not query it', async () => {
  const server = answering({
    [local]: { games: [game('a')] },
    [external]: { results: [game('a'), game('b')], source: 'catalog', cached: true, message: 'Not asked.' },
  });
  const { names, view, search } = await run(server, [opened('zelda')]);
  expect({ names, view, external: search.external, further: search.further }).toEqual({
    names: ['a', 'b'],
    view: 'results',
    external: 'failed',
    further: 0,
  });
  expect(server.made).toHaveLength(2);
});

test.each([
  [failure(503, 'catalog.provider_failed', 'All proxies failed: no answer'), 'All proxies failed: no answer'],
  [failure(429, 'gateway.rate_limited', 'Too many requests.'), 'Too many requests'],
  [failure(502, 'unknown'), 'the server answered with status 502'],
  [new NetworkError('down'), 'The server could not be reached'],
])('reports an error when the external search fails without local results: %s', async (error, message) => {
  const server = answering({ [local]: { games: [] }, [external]: error });
  const { view, search } = await run(server, [opened('zelda')]);
  expect({ view, error: search.error }).toEqual({ view: 'error', error: message });
});

test('shows external results without a message when only the local search fails', async () => {
  const server = answering({
    [local]: failure(500, 'internal'),
    [external]: { results: [game('c')] },
    [cache]: { cached_count: 0, games: [] },
  });
  const { names, search } = await run(server, [opened('zelda')]);
  expect(names).toEqual(['c']);
  expect(search.error).toBeNull();
});

test.each(['igdb', 'offline-catalogue'])('reports no results after both searches found none: %s', async (source) => {
  const waiting = answering({ [local]: { games: [] }, [external]: later({ results: [], source }, 500) });
  expect((await run(waiting, [opened('zelda')], start, 30)).view).toBe('loading');
  const done = answering({ [local]: { games: [] }, [external]: { results: [], source } });
  expect((await run(done, [opened('zelda')])).view).toBe('empty');
  expect(done.made).toHaveLength(2);
});

test('restores the results on Back, and searches again when the same query is submitted', async () => {
  const server = answering({ [local]: { games: [game('a')] }, [external]: { results: [] } });
  const { search } = await run(server, [opened('zelda')]);
  const back = await run(server, [opened('zelda', false)], { search });
  expect(back.search).toBe(search);
  expect(server.made).toHaveLength(2);
  await run(server, [opened('zelda')], { search });
  expect(server.made).toHaveLength(4);
});

test('shows offline catalog games without an error, and does not store them again', async () => {
  const server = answering({
    [local]: { games: [game('a')] },
    [external]: {
      results: [game('a'), game('cat-b')],
      source: 'offline-catalogue',
      message: 'Games from the offline catalogue.',
    },
  });
  const { search, names, view } = await run(server, [opened('zelda')]);
  expect({ names, view, external: search.external, error: search.error }).toEqual({
    names: ['a', 'cat-b'],
    view: 'results',
    external: 'done',
    error: null,
  });
  expect(server.made).toHaveLength(2);
});
