import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import { all, call, put, type SagaGenerator, select, takeLatest } from 'typed-redux-saga';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-errors.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { request } from '../../lib/request.ts';
import { safely } from '../../lib/safely.ts';
import { reaches } from './query.ts';
import {
  isComplete,
  moreRequested,
  resultsStored,
  searched,
  searchLeft,
  searchOpened,
  searchSlice,
  selectSearch,
} from './slice.ts';
import { searchTexts } from './texts.ts';

type Calls = typeof catalogCalls;

const searchLocal = (q: string, limit: number) =>
  request(apiRequest<Calls['searchGames']>('GET', '/api/games/search', { query: { q, limit } }));

const searchExternal = (q: string, limit: number) =>
  request(apiRequest<Calls['searchExternalGames']>('GET', '/api/games/search/external', { query: { q, limit } }));

/** Has the server store external results. Sends only guids, because the server trusts no other client data. */
const cacheSearchResults = (results: ReadonlyArray<{ readonly guid: string }>) =>
  request(
    apiRequest<Calls['cacheSearchResults']>('POST', '/api/games/cache-search-results', {
      body: { results: results.map(({ guid }) => ({ guid })) },
    }),
  );

/** Returns the error as text that fits into a sentence. */
function wordsOf(error: unknown): string {
  if (error instanceof ApiError && error.message === '') return searchTexts.noMessage(error.status);
  return (error instanceof Error ? error.message : String(error)).replace(/\.+$/, '');
}

/** Shows stored games; returns whether there may be more. */
function* findLocal(query: string, limit: number): SagaGenerator<boolean> {
  try {
    const { games, did_you_mean: meant } = yield* searchLocal(query, limit);
    yield* put(searched({ local: 'done', games, ...(meant && { meant }) }));
    return games.length >= limit;
  } catch {
    // No message: the external search may still find everything, and reports its own failure.
    yield* put(searched({ local: 'failed' }));
    return false;
  }
}

interface External {
  readonly results: readonly Game[];
  readonly fault?: string;
  /** The server has already stored the games. */
  readonly isOffline?: boolean;
}

/** Source of stored games while the game database may not be queried: `storedSource` of the contracts. */
const storedSource = 'catalog';

/** Source without provider keys and without Wikidata, which is not an error: `offlineSource` of the contracts. */
const offlineSource = 'offline-catalogue';

function* findExternal(query: string, limit: number): SagaGenerator<External> {
  try {
    const { results, source, message } = yield* searchExternal(query, limit);
    return source === storedSource ? { results, fault: message } : { results, isOffline: source === offlineSource };
  } catch (error) {
    return { results: [], fault: wordsOf(error) };
  }
}

function* storeResults(results: readonly Game[]): SagaGenerator<void> {
  if (results.length === 0) return;
  try {
    const { games } = yield* cacheSearchResults(results);
    yield* put(resultsStored(games));
  } catch {
    // Ignored: the raw results stay on screen.
  }
}

/** Runs both searches in parallel. External results wait for the local ones, which come first. */
function* search(query: string): SagaGenerator<void> {
  const { reach } = yield* select(selectSearch);
  const limits = reaches[reach] ?? reaches[0];
  const { local, external } = yield* all({
    local: call(findLocal, query, limits.stored),
    external: call(findExternal, query, limits.external),
  });
  const { results, fault } = external;
  if (fault !== undefined) {
    if (results.length > 0) yield* put(searched({ local: 'done', games: results }));
    const failure = { external: 'failed', error: fault } as const;
    // The previous results stay, and "more" can be requested again.
    const failureOfMore = { external: 'done', reach: reach - 1, mayBeMore: true, moreError: fault } as const;
    yield* put(searched(reach > 0 ? failureOfMore : failure));
    return;
  }
  const isFull = local || results.length >= limits.external;
  yield* put(searched({ external: 'done', games: results, mayBeMore: isFull && reach + 1 < reaches.length }));
  if (!external.isOffline) yield* storeResults(results);
}

type Visit = ReturnType<typeof searchOpened | typeof searchLeft | typeof moreRequested>;

function* follow(action: Visit): SagaGenerator<void> {
  if (moreRequested.match(action)) {
    yield* search((yield* select(selectSearch)).query);
    return;
  }
  if (!searchOpened.match(action) || action.payload.query === '') return;
  const { query } = action.payload;
  if (!isComplete(yield* select(selectSearch), query)) yield* search(query);
}

export function* searchSaga(): SagaGenerator<void> {
  yield* takeLatest([searchOpened, searchLeft, moreRequested], safely(follow));
}

export const searchState: StateModule = { slice: searchSlice, saga: searchSaga };
