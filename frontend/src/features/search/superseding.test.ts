import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { afterEach, expect, test, vi } from 'vitest';
import { aGame } from '../../test/builders.ts';
import { patience } from '../../test/patience.ts';
import { searchSaga } from './saga.ts';
import { searchLeft, searchOpened, searchSlice } from './slice.ts';

interface HeldRequest {
  readonly address: string;
  readonly signal: AbortSignal;
  readonly answer: (body: object) => void;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

// expectSaga does not propagate cancellation to calls.
test('aborts a search for a new query and when the page is left, and shows only the new results', async () => {
  const requests: HeldRequest[] = [];
  vi.stubGlobal('fetch', (address: string, { signal }: Pick<HeldRequest, 'signal'>) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    requests.push({ address, signal, answer: (body) => resolve(Response.json(body)) });
    return promise;
  });
  const sagas = createSagaMiddleware();
  const { dispatch, getState } = configureStore({
    reducer: { search: searchSlice.reducer },
    middleware: () => new Tuple(sagas),
  });
  sagas.run(searchSaga);
  for (const query of ['zelda', 'mario']) dispatch(searchOpened({ query, again: true }));
  expect(requests.map(({ address, signal }) => [address, signal.aborted])).toEqual([
    ['/api/games/search?q=zelda&limit=50', true],
    ['/api/games/search/external?q=zelda&limit=20', true],
    ['/api/games/search?q=mario&limit=50', false],
    ['/api/games/search/external?q=mario&limit=20', false],
  ]);
  requests[0]?.answer({ games: [aGame({ guid: 'late' })] });
  requests[2]?.answer({ games: [aGame({ guid: 'mario' })] });
  await vi.waitFor(() => expect(getState().search.local).toBe('done'), patience);
  expect(getState().search.games.map(({ guid }) => guid)).toEqual(['mario']);
  dispatch(searchLeft());
  expect(requests[3]?.signal.aborted).toBe(true);
});
