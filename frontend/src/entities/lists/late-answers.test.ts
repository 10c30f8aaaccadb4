import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { failure } from '../../test/answers.ts';
import { patience } from '../../test/patience.ts';
import { serverStore } from '../../test/server-store.ts';
import { notified } from '../live/slice.ts';
import { listsApi } from './api.ts';
import { listsState } from './state.ts';

afterEach(() => vi.unstubAllGlobals());

const { gameList, moveInList, takeFromList } = listsApi.endpoints;
const id = '00000000-0000-4000-8000-00000000001a';
const path = '/api/games/lists/:id';
const listAt = (version: number, game_count = 3): GameList => ({
  id,
  name: 'Best',
  description: null,
  version,
  game_count,
  covers: [],
});
const gamesOf = (order: string): ListedGame[] =>
  [...order].map((entry_id) => ({ entry_id, guid: entry_id, name: entry_id, image_url: null, note: null }));
const answerOf = (version: number, order: string) => ({
  success: true,
  message: '',
  list: listAt(version, order.length),
  games: gamesOf(order),
});
const done = (version: number, games = 3) => ({ success: true, message: '', list: listAt(version, games) });

const rest = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms));

const toMove = `POST ${path}/games/:entry_id/move`;
const toRemove = `DELETE ${path}/games/:entry_id`;

/**
 * Reopens a cached list: it is shown immediately while the refetch is slow.
 * @param now the stored order after the change
 */
async function openedAgain(change: string, answer: Parameters<typeof serverStore>[0][string], now = 'bca') {
  const late = Promise.withResolvers<object>();
  const answers: (object | Promise<object>)[] = [answerOf(1, 'abc'), late.promise];
  const { dispatch, state, made } = serverStore(
    { [change]: answer, [`GET ${path}`]: () => answers.shift() ?? answerOf(2, now) },
    listsState.filter(({ slice }) => slice === undefined),
  );
  const open = () => dispatch(gameList.initiate(id, { forceRefetch: true }));
  await open();
  open();
  await rest();
  return {
    dispatch,
    answerLate: async (version: number, order: string) => {
      late.resolve(answerOf(version, order));
      await rest();
    },
    order: () =>
      gameList
        .select(id)(state() as never)
        .data?.games.map(({ entry_id }) => entry_id)
        .join(''),
    asked: () => made.filter(({ method }) => method === 'GET').length,
  };
}

const move = moveInList.initiate({ id, entryId: 'a', place: { after: 'c' } });

test("keeps a moved game in place when an older list response arrives before the move's response", async () => {
  const moved = Promise.withResolvers<object>();
  const { dispatch, answerLate, order } = await openedAgain(toMove, () => moved.promise);
  dispatch(move);
  expect(order()).toBe('bca');
  await answerLate(1, 'abc');
  const meanwhile = order();
  moved.resolve(done(2));
  await rest();
  dispatch(notified({ event: 'lists', data: { list_id: id, version: 2 } }));
  await rest(500);
  expect([meanwhile, order()]).toEqual(['bca', 'bca']);
});

test("keeps a moved game in place when an older list response arrives after the move's response", async () => {
  const { dispatch, answerLate, order } = await openedAgain(toMove, done(2));
  dispatch(move);
  await rest();
  await answerLate(1, 'abc');
  expect(order()).toBe('bca');
});

test('does not restore a removed game from an older response', async () => {
  const { dispatch, answerLate, order } = await openedAgain(toRemove, done(2, 2), 'bc');
  dispatch(takeFromList.initiate({ id, entryId: 'a' }));
  await rest();
  await answerLate(1, 'abc');
  expect(order()).toBe('bc');
});

test("refetches another tab's changes after this tab's change has failed", async () => {
  const moved = Promise.withResolvers<object>();
  const { dispatch, answerLate, asked } = await openedAgain(toMove, () => moved.promise);
  dispatch(move);
  await answerLate(4, 'bac');
  moved.resolve(failure(404, 'library.not_in_list', 'It is not there.'));
  await vi.waitFor(() => expect(asked()).toBe(3), patience);
});

test("does not restore a removed game from another device's version while the removal is in flight", async () => {
  const removed = Promise.withResolvers<object>();
  const { dispatch, answerLate, order, asked } = await openedAgain(toRemove, () => removed.promise, 'cb');
  dispatch(takeFromList.initiate({ id, entryId: 'a' }));
  await answerLate(2, 'acb');
  expect(order()).toBe('bc');
  removed.resolve(done(3, 2));
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(2), patience);
});

test('keeps the second of two quick moves on screen when the first is refused', async () => {
  const answers = [failure(404, 'library.not_in_list', 'It is not there.'), new Promise<object>(() => {})];
  const { dispatch, order } = await openedAgain(toMove, () => answers.shift() as never);
  dispatch(move);
  dispatch(moveInList.initiate({ id, entryId: 'b', place: { after: 'a' } }));
  await rest();
  expect(order()).toBe('cab');
});
