import type { CallAnswer, playthroughCalls, socialCalls } from '@nightshelf/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import { serverApi } from '../../../entities/server/api.ts';
import { selectIsOffline } from '../../../entities/session/selectors.ts';
import type { ApiRequest } from '../../../lib/api-client.ts';

type GetOpinions = typeof socialCalls.getGameOpinions;
type ListPlayersTimes = typeof playthroughCalls.listPlayersTimes;

/** What users think of a game. */
export type Opinions = CallAnswer<GetOpinions>;
export type PlayersTimes = CallAnswer<ListPlayersTimes>['times'][number];

const opinionsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    gameOpinions: build.query<Opinions, string>({
      query: (guid): ApiRequest<GetOpinions> => ({ method: 'GET', path: '/api/users/games/:guid', params: { guid } }),
      keepUnusedDataFor: 60 * 60,
    }),
    playersTimes: build.query<PlayersTimes | null, string>({
      query: (guid): ApiRequest<ListPlayersTimes> => ({
        method: 'GET',
        path: '/api/games/library/times',
        query: { guids: guid },
      }),
      transformResponse: ({ times }: CallAnswer<ListPlayersTimes>) => times[0] ?? null,
      keepUnusedDataFor: 60 * 60,
    }),
  }),
});

/** A page without what others say is whole: while it cannot be asked for, nothing is missing. */
function useUnlessOffline(guid: string): string | typeof skipToken {
  return useSelector(selectIsOffline) ? skipToken : guid;
}

export const useOpinions = (guid: string): Opinions | undefined =>
  opinionsApi.useGameOpinionsQuery(useUnlessOffline(guid)).currentData;

/** Null where too few players have told, or nobody can be asked; undefined while they are being asked. */
export function usePlayersTimes(guid: string): PlayersTimes | null | undefined {
  const wanted = useUnlessOffline(guid);
  const { currentData, isError } = opinionsApi.usePlayersTimesQuery(wanted);
  return currentData ?? (isError || wanted === skipToken ? null : currentData);
}
