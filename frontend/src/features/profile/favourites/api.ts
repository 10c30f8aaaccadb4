import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import { serverApi } from '../../../entities/server/api.ts';
import type { WithServer } from '../../../entities/server/end-unwanted.ts';
import { apiRequest } from '../../../lib/api-client.ts';

type Calls = typeof favouriteCalls;

const path = '/api/games/library/favourites';

/** Choices run one after the other, because each needs the version that the previous one returned. */
let lastChoice: Promise<unknown> = Promise.resolve();
/** Number of choices in flight; while there are any, the tab shows its own choice. */
let underWay = 0;

export const favouritesApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    favourites: build.query<CallAnswer<Calls['getFavourites']>, void>({
      query: () => apiRequest<Calls['getFavourites']>('GET', path),
      providesTags: ['Favourites'],
      // A response requested before a choice can arrive after it.
      merge: (now, answer) => (underWay > 0 || answer.favourites.version < now.favourites.version ? now : answer),
    }),

    /** Optimistic. After a conflict, the server's favorites are shown. */
    chooseFavourites: build.mutation<CallAnswer<Calls['chooseFavourites']>, readonly Favourite[]>({
      queryFn: async (games, { dispatch, getState }, _options, ask) => {
        const choose = async () => {
          const version = versionIn(getState() as WithServer);
          const entry_ids = games.map(({ entry_id }) => entry_id);
          const body = { entry_ids, ...(version !== undefined && { if_version: version }) };
          const answer = await ask(apiRequest<Calls['chooseFavourites']>('PUT', path, { body }));
          // Must precede the next choice, which needs the new version.
          if (answer.data) dispatch(take(answer.data as CallAnswer<Calls['chooseFavourites']>));
          return answer;
        };
        const chosen = lastChoice.then(choose);
        lastChoice = chosen;
        return (await chosen) as { data: CallAnswer<Calls['chooseFavourites']> };
      },
      onQueryStarted: (games, { dispatch, queryFulfilled }) => {
        underWay += 1;
        dispatch(show(games));
        queryFulfilled.then(
          ({ data }) => {
            underWay -= 1;
            dispatch(take(data));
          },
          () => {
            underWay -= 1;
            if (underWay === 0) dispatch(favouritesApi.util.invalidateTags(['Favourites']));
          },
        );
      },
    }),
  }),
});

const selectFavourites = favouritesApi.endpoints.favourites.select();

/** Returns the version that this tab knows. */
export function versionIn(state: WithServer): number | undefined {
  return selectFavourites(state).data?.favourites.version;
}

const show = (games: readonly Favourite[]) =>
  favouritesApi.util.updateQueryData('favourites', undefined, (now) => {
    now.favourites.games = [...games];
  });

/** Takes over the stored favorites, or only their version while other choices are in flight. */
const take = ({ favourites }: CallAnswer<Calls['getFavourites']>) =>
  favouritesApi.util.updateQueryData('favourites', undefined, (now) => {
    now.favourites = underWay === 0 ? favourites : { ...now.favourites, version: favourites.version };
  });

export const { useFavouritesQuery, useChooseFavouritesMutation } = favouritesApi;
