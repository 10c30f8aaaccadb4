import type { CallAnswer, Favourite, favouriteCalls } from '@nightshelf/contracts';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { serverApi } from '../../../entities/server/api.ts';
import type { WithServer } from '../../../entities/server/end-unwanted.ts';
import type { ApiRequest } from '../../../lib/api-client.ts';

type Calls = typeof favouriteCalls;

const path = '/api/games/library/favourites';

/** Choices of one tab go one after the other: each is made for the version that the one before has left. */
let lastChoice: Promise<unknown> = Promise.resolve();

export const favouritesApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    favourites: build.query<CallAnswer<Calls['getFavourites']>, void>({
      query: (): ApiRequest<Calls['getFavourites']> => ({ method: 'GET', path }),
      providesTags: ['Favourites'],
    }),

    /** Shown at once. Where they were chosen elsewhere meanwhile, what there is. */
    chooseFavourites: build.mutation<CallAnswer<Calls['chooseFavourites']>, readonly Favourite[]>({
      queryFn: async (games, { getState }, _options, ask) => {
        const choose = () => {
          const version = versionIn(getState() as WithServer);
          const entry_ids = games.map(({ entry_id }) => entry_id);
          const body = { entry_ids, ...(version !== undefined && { if_version: version }) };
          return ask({ method: 'PUT', path, body } satisfies ApiRequest<Calls['chooseFavourites']>);
        };
        const chosen = lastChoice.then(choose);
        lastChoice = chosen;
        return (await chosen) as { data: CallAnswer<Calls['chooseFavourites']> };
      },
      onQueryStarted: (games, { dispatch, queryFulfilled }) => {
        dispatch(show(games));
        queryFulfilled.then(
          ({ data }) => dispatch(take(data, games)),
          () => dispatch(favouritesApi.util.invalidateTags(['Favourites'])),
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

const namesOf = (games: readonly Favourite[]) => games.map(({ entry_id }) => entry_id).join();

/** What the server has stored, unless this tab has chosen others by now: then its version alone. */
const take =
  (
    { favourites }: CallAnswer<Calls['getFavourites']>,
    sent: readonly Favourite[],
  ): ThunkAction<void, WithServer, unknown, UnknownAction> =>
  (dispatch) => {
    dispatch(
      favouritesApi.util.updateQueryData('favourites', undefined, (now) => {
        const isLatest = namesOf(now.favourites.games) === namesOf(sent);
        now.favourites = isLatest ? favourites : { ...now.favourites, version: favourites.version };
      }),
    );
  };

export const { useFavouritesQuery, useChooseFavouritesMutation } = favouritesApi;
