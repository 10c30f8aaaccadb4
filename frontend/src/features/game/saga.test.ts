import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aGame } from '../../testing/builders.ts';
import { gameApproached } from './approached.ts';
import { gameSaga } from './saga.ts';
import { gameLoaded, gameOpened, gameSlice } from './slice.ts';

const reducer = combineReducers({ game: gameSlice.reducer });
const path = 'GET /api/games/:guid';
const details = {
  ...aGame(),
  description: null,
  aliases: null,
  number_of_user_reviews: 0,
  original_game_rating: null,
};

async function run(
  server: ReturnType<typeof answering>,
  actions: { type: string }[],
  before = reducer(undefined, { type: 'start' }),
) {
  let saga = expectSaga(gameSaga).withReducer(reducer, before).provide(server.providers);
  for (const action of actions) saga = saga.dispatch(action);
  const { storeState } = await saga.silentRun(50);
  const state: typeof before = storeState;
  return state.game;
}

const answerLater = (answer: object) => () =>
  new Promise<object>((resolve) => {
    setTimeout(() => resolve(answer), 10);
  });

test('a game that is opened is loaded', async () => {
  const server = answering({ [path]: { game: details, stale: true } });
  const { details: loaded } = await run(server, [gameOpened('3030-1')]);
  expect(loaded['3030-1']).toMatchObject({ game: { name: 'Outer Wilds' }, stale: true });
});

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
])('%s is told', async (_, error, text, final) => {
  const { faults } = await run(answering({ [path]: error }), [gameOpened('3030-1')]);
  expect(faults['3030-1']).toEqual({ text, final });
});

test('opening again after a fault tries again', async () => {
  let tries = 0;
  const server = answering({
    [path]: () => (++tries === 1 ? new NetworkError('down') : { game: details, stale: false }),
  });
  const failed = await run(server, [gameOpened('3030-1')]);
  const state = await run(server, [gameOpened('3030-1')], { game: failed });
  expect(state.faults).toEqual({});
  expect(state.details['3030-1']?.game.name).toBe('Outer Wilds');
});

test('what the pointer has fetched is not fetched again by the visit, even while it is on its way', async () => {
  const server = answering({ [path]: answerLater({ game: details, stale: false }) });
  const state = await run(server, [gameApproached('3030-1'), gameOpened('3030-1')]);
  expect(server.made).toHaveLength(1);
  expect(state.details['3030-1']).toBeDefined();
});

test('a game seen a moment ago is shown as it is, an old or stale copy is asked for again', async () => {
  const server = answering({ [path]: { game: details, stale: false } });
  const seen = (at: number, stale: boolean) =>
    reducer(undefined, gameLoaded({ guid: '3030-1', game: details, stale, at }));
  await run(server, [gameOpened('3030-1')], seen(Date.now(), false));
  expect(server.made).toHaveLength(0);
  await run(server, [gameOpened('3030-1')], seen(Date.now(), true));
  await run(server, [gameOpened('3030-1')], seen(Date.now() - 600_000, false));
  expect(server.made).toHaveLength(2);
});

test('a pointer that passes over another link does not end the load of the open page', async () => {
  const server = answering({ [path]: answerLater({ game: details, stale: false }) });
  const state = await run(server, [gameOpened('3030-1'), gameApproached('3030-2')]);
  expect(Object.keys(state.details)).toEqual(['3030-1']);
});

test('of many games only the latest are kept', () => {
  let state = reducer(undefined, { type: 'start' });
  for (let id = 1; id <= 25; id++) {
    state = reducer(state, gameLoaded({ guid: `3030-${id}`, game: details, stale: false, at: 0 }));
  }
  expect(Object.keys(state.game.details)).toHaveLength(20);
  expect(state.game.details['3030-25']).toBeDefined();
});
