import { expect, test, vi } from 'vitest';
import { notified } from '../../entities/live/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { failure } from '../../test/answers.ts';
import { aDetailedGame, aGame } from '../../test/builders.ts';
import { withFakeTimers } from '../../test/fake-timers.ts';
import { serverStore, settle } from '../../test/server-store.ts';
// Loaded before the first request: fake timers do not wait for an import.
import '../../entities/server/kept-answers.ts';
import { faultOf, freshFor, gameApi } from './api.ts';
import { gameApproached } from './approached.ts';
import { gameState } from './saga.ts';

const path = 'GET /api/games/:guid';
const { initiate, select } = gameApi.endpoints.game;
const details = { success: true, message: '', game: aDetailedGame(), stale: false };
const never = () => new Promise<object>(() => {});

withFakeTimers();

function pages(response: Parameters<typeof serverStore>[0][string]) {
  const { dispatch, state, made } = serverStore({ [path]: response }, [gameState]);
  return {
    /** Opens a game's page as `useGame` does; returns a function that leaves it. */
    open: (guid: string) => dispatch(initiate(guid, { forceRefetch: freshFor })).unsubscribe,
    approach: async (guid: string) => {
      dispatch(gameApproached(guid));
      await vi.advanceTimersByTimeAsync(1);
    },
    change: (guid: string) => dispatch(notified({ event: 'game', data: { guid } })),
    shown: (guid = '3030-1') => select(guid)(state()),
    requests: () => made.map(({ address, aborted }) => [address.replace('/api/games/', ''), aborted()]),
  };
}

test.each([
  ['an unknown game', failure(404, 'catalog.game_not_found', 'No.'), 'The requested game could not be found.', true],
  ['an impossible guid', failure(422, 'request.invalid', 'Bad guid'), 'The requested game could not be found.', true],
  [
    'a fault with a message',
    failure(503, 'catalog.provider_failed', 'All proxies failed'),
    'All proxies failed',
    false,
  ],
  ['a fault without one', failure(500, 'internal'), 'Failed to load game details', false],
  ['no answer', new NetworkError('down'), 'Failed to load game details', false],
])('shows a message for %s', async (_, error, text, final) => {
  const { open, shown } = pages(error);
  open('3030-1');
  await settle();
  expect(faultOf(shown().error)).toEqual({ text, final });
});

test('tries again when the page is reopened after an error', async () => {
  let tries = 0;
  const { open, shown } = pages(() => (++tries === 1 ? failure(500, 'internal') : details));
  const leave = open('3030-1');
  await settle();
  leave();
  open('3030-1');
  await settle();
  expect(shown()).toMatchObject({ isError: false, data: { game: { name: 'Outer Wilds' } } });
});

test('reuses a prefetch on the visit, even while it is in flight', async () => {
  const { open, approach, shown, requests } = pages(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
    return details;
  });
  await approach('3030-1');
  open('3030-1');
  await settle();
  expect(requests()).toHaveLength(1);
  expect(shown().data).toBeDefined();
});

test.each([
  ['seen a moment ago is not loaded again', false, 1, 1],
  ['with a stale copy is loaded again', true, 1, 2],
  ['seen long ago is loaded again', false, freshFor, 2],
])('a game %s', async (_, stale, seconds, expected) => {
  const { open, requests } = pages({ ...details, stale });
  const leave = open('3030-1');
  await vi.advanceTimersByTimeAsync(1000 * seconds);
  leave();
  open('3030-1');
  await vi.advanceTimersByTimeAsync(1);
  expect(requests()).toHaveLength(expected);
});

test('keeps the load of the open page when the pointer rests on another link, and starts no prefetch', async () => {
  const { open, approach, requests } = pages(never);
  open('3030-1');
  await approach('3030-2');
  expect(requests()).toEqual([['3030-1', false]]);
});

test('aborts the previous request when another game opens', async () => {
  const { open, shown, requests } = pages(({ address }) => (address.endsWith('1') ? never() : details));
  const leave = open('3030-1');
  open('3030-2');
  leave();
  await settle();
  expect(requests()).toEqual([
    ['3030-1', true],
    ['3030-2', false],
  ]);
  expect(shown('3030-1')).toMatchObject({ isUninitialized: true });
  expect(shown('3030-2').data).toEqual(details);
});

test('aborts the request when the page is left, even if its link had started it', async () => {
  const { open, approach, requests } = pages(never);
  await approach('3030-1');
  open('3030-1')();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests()).toEqual([['3030-1', true]]);
});

test('prefetches only the last of the links that the pointer rests on', async () => {
  const { approach, requests } = pages(never);
  await approach('3030-1');
  await approach('3030-2');
  expect(requests()).toEqual([
    ['3030-1', true],
    ['3030-2', false],
  ]);
});

test('reloads a changed game immediately when it is on screen, otherwise on the next visit', async () => {
  const { open, change, requests, shown } = pages(details);
  open('3030-1');
  open('3030-2')();
  await settle();
  change('3030-1');
  change('3030-3');
  await settle();
  expect(requests().map(([guid]) => guid)).toEqual(['3030-1', '3030-2', '3030-1']);
  change('3030-2');
  await settle();
  expect(shown('3030-2').data).toBeUndefined();
  expect(requests()).toHaveLength(3);
});

test("loads the user's own games from the library, never from the catalog", async () => {
  const own = { success: true, message: '', game: aGame({ guid: 'own-1', name: 'Tape Racer' }) };
  const { dispatch, state, made } = serverStore({ 'GET /api/games/library/own-games/:guid': own }, [gameState]);
  dispatch(initiate('own-1'));
  await settle();
  expect(select('own-1')(state()).data).toMatchObject({ game: { name: 'Tape Racer', aliases: null }, stale: false });
  expect(made.map(({ address }) => address)).toEqual(['/api/games/library/own-games/own-1']);
});
