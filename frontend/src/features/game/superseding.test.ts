import { afterEach, expect, test, vi } from 'vitest';
import { aGame } from '../../testing/builders.ts';
import { overHeldNetwork } from '../../testing/held-network.ts';
import { gameApproached } from './approached.ts';
import { gameState } from './saga.ts';
import { type GameState, gameLeft, gameOpened } from './slice.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('another game ends the load of the former one on the network', async () => {
  const { requests, dispatch, state } = overHeldNetwork<GameState>(gameState);
  dispatch(gameOpened('3030-1'));
  dispatch(gameOpened('3030-2'));
  dispatch(gameLeft('3030-1'));
  expect(requests.map(({ aborted }) => aborted())).toEqual([true, false]);
  requests[1]?.answer({ game: aGame({ guid: '3030-2' }), stale: false });
  await vi.waitFor(() => expect(state().details).not.toEqual({}));
  expect(Object.keys(state().details)).toEqual(['3030-2']);
  expect(state().faults).toEqual({});
});

test('leaving the page ends its load, also one that its link had begun', () => {
  const { requests, dispatch } = overHeldNetwork<GameState>(gameState);
  dispatch(gameApproached('3030-1'));
  dispatch(gameOpened('3030-1'));
  dispatch(gameLeft('3030-1'));
  expect(requests.map(({ address, aborted }) => [address, aborted()])).toEqual([['/api/games/3030-1', true]]);
});

test('of the links that a pointer rests on only the last is loaded', () => {
  const { requests, dispatch } = overHeldNetwork<GameState>(gameState);
  dispatch(gameApproached('3030-1'));
  dispatch(gameApproached('3030-2'));
  expect(requests.map(({ aborted }) => aborted())).toEqual([true, false]);
});
