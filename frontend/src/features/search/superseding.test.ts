import { afterEach, expect, test, vi } from 'vitest';
import { aGame } from '../../test/builders.ts';
import { overHeldNetwork } from '../../test/held-network.ts';
import { patience } from '../../test/patience.ts';
import { searchState } from './saga.ts';
import { type SearchState, searchLeft, searchOpened } from './slice.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const opened = (query: string) => searchOpened({ query, again: true });

test('aborts a search for a new query and when the page is left, and shows only the new results', async () => {
  const { requests, dispatch, state } = overHeldNetwork<SearchState>(searchState);
  dispatch(opened('zelda'));
  dispatch(opened('mario'));
  expect(requests.map(({ address, aborted }) => [address, aborted()])).toEqual([
    ['/api/games/search?q=zelda&limit=50', true],
    ['/api/games/search/external?q=zelda&limit=20', true],
    ['/api/games/search?q=mario&limit=50', false],
    ['/api/games/search/external?q=mario&limit=20', false],
  ]);
  requests[0]?.answer({ games: [aGame({ guid: 'late' })] });
  requests[2]?.answer({ games: [aGame({ guid: 'mario' })] });
  await vi.waitFor(() => expect(state().local).toBe('done'), patience);
  expect(state().games.map(({ guid }) => guid)).toEqual(['mario']);
  dispatch(searchLeft());
  expect(requests.map(({ aborted }) => aborted())).toEqual([true, true, false, true]);
});
