import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import { serverApi } from '../../../entities/server/api.ts';
import { selectIsOffline } from '../../../entities/session/selectors.ts';
import { apiRequest } from '../../../lib/api-client.ts';
import { useElapsed } from '../../../lib/use-elapsed.ts';

type GetOpinions = typeof socialCalls.getGameOpinions;
type ListPlayersTimes = typeof playthroughCalls.listPlayersTimes;

export type Opinions = CallAnswer<GetOpinions>;
export type PlayersTimes = CallAnswer<ListPlayersTimes>['times'][number];

const opinionsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    gameOpinions: build.query<Opinions, string>({
      query: (guid) => apiRequest<GetOpinions>('GET', '/api/users/games/:guid', { params: { guid } }),
      keepUnusedDataFor: 60 * 60,
    }),
    playersTimes: build.query<PlayersTimes | null, string>({
      query: (guid) => apiRequest<ListPlayersTimes>('GET', '/api/games/library/times', { query: { guids: guid } }),
      transformResponse: ({ times }: CallAnswer<ListPlayersTimes>) => times[0] ?? null,
      keepUnusedDataFor: 60 * 60,
    }),
  }),
});

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
  const opinions = opinionsApi.useGameOpinionsQuery(wanted);
  const times = opinionsApi.usePlayersTimesQuery(wanted);
  const isMissing = [opinions, times].some(({ currentData, isError }) => currentData === undefined && !isError);
  const isAwaited = isMissing && !isOffline;
  const isOverdue = useElapsed(patienceMs, isAwaited ? guid : undefined);
  if (isAwaited && !isOverdue) return undefined;
  return { opinions: opinions.currentData ?? null, times: times.currentData ?? null };
}
