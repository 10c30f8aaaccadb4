import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import { isOwnGuid } from '../../entities/own-games/is-own-guid.ts';
import { keptTag, type MaybeKept, serverApi } from '../../entities/server/api.ts';
import { endUnwanted, type WithServer } from '../../entities/server/end-unwanted.ts';
import { selectIsOffline } from '../../entities/session/selectors.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf, NetworkError } from '../../lib/api-errors.ts';
import { useElapsed } from '../../lib/use-elapsed.ts';
import { gameTexts } from './texts.ts';

type Calls = typeof catalogCalls & typeof ownGameCalls & typeof playthroughCalls & typeof socialCalls;

/** A game, with a flag for a stored copy that replaces an unavailable provider. */
export type GameAnswer = CallAnswer<Calls['getGame']> & MaybeKept;

/** Related content of a game's page. */
export type DetailsAnswer = CallAnswer<Calls['getGameDetails']>;

export type Opinions = CallAnswer<Calls['getGameOpinions']>;
export type PlayersTimes = CallAnswer<Calls['listPlayersTimes']>['times'][number];

/** Returns a game of which only a summary is known in the shape of a catalog response. */
export const answerOf = (game: GameSummary): GameAnswer => ({
  success: true,
  message: '',
  game: { ...game, description: null, aliases: null, number_of_user_reviews: 0, original_game_rating: null },
  stale: false,
});

/** Seconds for which a loaded game counts as fresh. */
export const freshFor = 5 * 60;

export const gameApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    game: build.query<GameAnswer, string>({
      query: (guid) =>
        isOwnGuid(guid)
          ? apiRequest<Calls['getOwnGame']>('GET', '/api/games/library/own-games/:guid', { params: { guid } })
          : apiRequest<Calls['getGame']>('GET', '/api/games/:guid', { params: { guid } }),
      transformResponse: (answer: GameAnswer | CallAnswer<Calls['getOwnGame']>) =>
        'stale' in answer ? answer : { ...answer, ...answerOf(answer.game) },
      providesTags: (answer, error, guid) => [
        { type: 'Game', id: guid },
        // Load a game that could not be loaded once the server is reachable.
        ...(error instanceof NetworkError ? (['Kept'] as const) : keptTag(answer)),
      ],
      extraOptions: { isKept: true },
      forceRefetch: ({ endpointState }) => (endpointState?.data as GameAnswer | undefined)?.stale === true,
      // Drop unused games after an hour: descriptions can be long.
      keepUnusedDataFor: 60 * 60,
    }),
    gameDetails: build.query<DetailsAnswer & MaybeKept, string>({
      query: (guid) => apiRequest<Calls['getGameDetails']>('GET', '/api/games/:guid/details', { params: { guid } }),
      providesTags: (answer) => keptTag(answer),
      extraOptions: { isKept: true },
      forceRefetch: ({ endpointState }) => (endpointState?.data as DetailsAnswer | undefined)?.later === true,
      keepUnusedDataFor: 60 * 60,
    }),
    gameOpinions: build.query<Opinions, string>({
      query: (guid) => apiRequest<Calls['getGameOpinions']>('GET', '/api/users/games/:guid', { params: { guid } }),
      keepUnusedDataFor: 60 * 60,
    }),
    playersTimes: build.query<PlayersTimes | null, string>({
      query: (guid) =>
        apiRequest<Calls['listPlayersTimes']>('GET', '/api/games/library/times', { query: { guids: guid } }),
      transformResponse: ({ times }: CallAnswer<Calls['listPlayersTimes']>) => times[0] ?? null,
      keepUnusedDataFor: 60 * 60,
    }),
  }),
});

/** Loads the game unless a fresh copy is cached. */
export const useGame = (guid: string, skip = false) =>
  gameApi.useGameQuery(skip ? skipToken : guid, { refetchOnMountOrArgChange: freshFor });

/** Milliseconds between retries of details that the provider could not supply. */
const laterMs = 2 * 60_000;

/** Loads the related content once the game is known. The page is complete without it. */
export function useGameDetails(guid: string | undefined): DetailsAnswer | null | undefined {
  const wanted = guid ?? skipToken;
  const { currentData, isError } = gameApi.endpoints.gameDetails.useQueryState(wanted);
  const pollingInterval = currentData?.later === true ? laterMs : 0;
  gameApi.useGameDetailsQuery(wanted, { refetchOnMountOrArgChange: freshFor, pollingInterval });
  return currentData ?? (isError ? null : undefined);
}

/** Opinions and times of local players; null parts could not be loaded, or too few players contributed. */
export interface PlayersWord {
  readonly opinions: Opinions | null;
  readonly times: PlayersTimes | null;
}

/** How long the page reserves space, because late content would shift the rest. After that, the rest is shown. */
const patienceMs = 2000;

/**
 * Loads the opinions and times of local players together. The page is complete without them.
 * @param guid undefined while the game is unknown
 * @returns undefined while loading
 */
export function usePlayersWord(guid: string | undefined): PlayersWord | undefined {
  const isOffline = useSelector(selectIsOffline);
  const wanted = isOffline ? skipToken : (guid ?? skipToken);
  const opinions = gameApi.useGameOpinionsQuery(wanted);
  const times = gameApi.usePlayersTimesQuery(wanted);
  const isMissing = [opinions, times].some(({ currentData, isError }) => currentData === undefined && !isError);
  const isAwaited = isMissing && !isOffline;
  const isOverdue = useElapsed(patienceMs, isAwaited ? guid : undefined);
  if (isAwaited && !isOverdue) return undefined;
  return { opinions: opinions.currentData ?? null, times: times.currentData ?? null };
}

/** Prefetches a game. `giveUp` aborts the request unless a page uses it by now. */
export const prefetchGame = (guid: string) => (dispatch: ThunkDispatch<WithServer, unknown, UnknownAction>) => {
  const loading = dispatch(gameApi.endpoints.game.initiate(guid, { subscribe: false, forceRefetch: freshFor }));
  return { loading, giveUp: () => dispatch(endUnwanted(loading.queryCacheKey)) };
};

export interface Fault {
  readonly text: string;
  /** The game does not exist, so a retry would not help. */
  readonly final: boolean;
}

/** Returns why a game cannot be shown: unknown game, impossible guid, or a failure. */
export function faultOf(error: unknown): Fault {
  const final = error instanceof ApiError && [400, 404, 422].includes(error.status);
  return { final, text: final ? gameTexts.notFoundText : messageOf(error, gameTexts.failed) };
}
