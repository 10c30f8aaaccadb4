import type { CallAnswer, catalogCalls } from '@nightshelf/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { serverApi } from '../../entities/server/api.ts';
import { endUnwanted, type WithServer } from '../../entities/server/end-unwanted.ts';
import type { ApiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { gameTexts } from './texts.ts';

type GetGame = typeof catalogCalls.getGame;

/** A game, and whether it is the stored copy since the provider did not answer. */
export type GameDetails = CallAnswer<GetGame>;

/** Seconds for which a loaded game is shown without asking again. */
export const freshFor = 5 * 60;

export const gameApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    game: build.query<GameDetails, string>({
      query: (guid): ApiRequest<GetGame> => ({ method: 'GET', path: '/api/games/:guid', params: { guid } }),
      providesTags: (_, __, guid) => [{ type: 'Game', id: guid }],
      forceRefetch: ({ endpointState }) => (endpointState?.data as GameDetails | undefined)?.stale === true,
      // Descriptions can be long.
      keepUnusedDataFor: 60 * 60,
    }),
  }),
});

/** Shows what is fresh, and asks for what is not. */
export const useGame = (guid: string) => gameApi.useGameQuery(guid, { refetchOnMountOrArgChange: freshFor });

/** Loads a game that may be looked at. `giveUp` ends that, unless a page waits for it by now. */
export const prefetchGame = (guid: string) => (dispatch: ThunkDispatch<WithServer, unknown, UnknownAction>) => {
  const loading = dispatch(gameApi.endpoints.game.initiate(guid, { subscribe: false, forceRefetch: freshFor }));
  return { loading, giveUp: () => dispatch(endUnwanted(loading.queryCacheKey)) };
};

export interface Fault {
  readonly text: string;
  /** There is no such game: trying again would not help. */
  readonly final: boolean;
}

/** Why a game cannot be shown: unknown, an address that cannot be a game's, or a failure. */
export function faultOf(error: unknown): Fault {
  const final = error instanceof ApiError && [400, 404, 422].includes(error.status);
  return { final, text: final ? gameTexts.notFoundText : messageOf(error, gameTexts.failed) };
}
