import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import { serverApi } from '../../../entities/server/api.ts';
import type { WithServer } from '../../../entities/server/end-unwanted.ts';
import type { ApiRequest } from '../../../lib/api-client.ts';

type Calls = typeof favouriteCalls;

const path = '/api/games/library/favourites';

/** Choices of one tab go one after the other: each is made for the version that the one before has left. */
let lastChoice: Promise<unknown> = Promise.resolve();
/** How many of them have not been answered: as long as there are any, what this tab shows is what was chosen in it. */
let underWay = 0;

export const favouritesApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    favourites: build.query<CallAnswer<Calls['getFavourites']>, void>({
      query: (): ApiRequest<Calls['getFavourites']> => ({ method: 'GET', path }),
      providesTags: ['Favourites'],
      // An answer that was asked for before a choice may come after the choice's own.
      merge: (now, answer) => (underWay > 0 || answer.favourites.version < now.favourites.version ? now : answer),
    }),

    /** Shown at once. Where they were chosen elsewhere meanwhile, what there is. */
    chooseFavourites: build.mutation<CallAnswer<Calls['chooseFavourites']>, readonly Favourite[]>({
      queryFn: async (games, { dispatch, getState }, _options, ask) => {
        const choose = async () => {
          const version = versionIn(getState() as WithServer);
          const entry_ids = games.map(({ entry_id }) => entry_id);
          const body = { entry_ids, ...(version !== undefined && { if_version: version }) };
          const answer = await ask({ method: 'PUT', path, body } satisfies ApiRequest<Calls['chooseFavourites']>);
          // Before the next, which may be waiting for nothing but this.
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

/** The version that this tab knows. */
export function versionIn(state: WithServer): number | undefined {
  return selectFavourites(state).data?.favourites.version;
}

const show = (games: readonly Favourite[]) =>
  favouritesApi.util.updateQueryData('favourites', undefined, (now) => {
    now.favourites.games = [...games];
  });

/** What the server has stored; its version alone while this tab has chosen others by now. */
const take = ({ favourites }: CallAnswer<Calls['getFavourites']>) =>
  favouritesApi.util.updateQueryData('favourites', undefined, (now) => {
    now.favourites = underWay === 0 ? favourites : { ...now.favourites, version: favourites.version };
  });

export const { useFavouritesQuery, useChooseFavouritesMutation } = favouritesApi;
