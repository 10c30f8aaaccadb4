import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import { createAction } from '@reduxjs/toolkit';
import { call, put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { greeted, isNotificationOf } from '../../../entities/live/slice.ts';
import { serverApi } from '../../../entities/server/api.ts';
import { dispatchThunk } from '../../../entities/server/dispatch-thunk.ts';
import type { WithServer } from '../../../entities/server/end-unwanted.ts';
import { apiRequest } from '../../../lib/api-client.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import type { StateModule } from '../../../lib/page-module.ts';
import { safely } from '../../../lib/safely.ts';
import { favouriteTexts as texts } from './texts.ts';

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
        underWay += 1;
        dispatch(show(games));
        const choose = async () => {
          const version = selectFavourites(getState() as WithServer).data?.favourites.version;
          const entry_ids = games.map(({ entry_id }) => entry_id);
          const body = { entry_ids, ...(version !== undefined && { if_version: version }) };
          const answer = await ask(apiRequest<Calls['chooseFavourites']>('PUT', path, { body }));
          underWay -= 1;
          // Must precede the next choice, which needs the new version.
          if (answer.data) dispatch(take(answer.data as CallAnswer<Calls['chooseFavourites']>));
          else if (underWay === 0) dispatch(favouritesApi.util.invalidateTags(['Favourites']));
          return answer;
        };
        const chosen = lastChoice.then(choose);
        lastChoice = chosen;
        return (await chosen) as { data: CallAnswer<Calls['chooseFavourites']> };
      },
    }),
  }),
});

const selectFavourites = favouritesApi.endpoints.favourites.select();

const show = (games: readonly Favourite[]) =>
  favouritesApi.util.updateQueryData('favourites', undefined, (now) => {
    now.favourites.games = [...games];
  });

/** Takes over the stored favorites, or only their version while other choices are in flight. */
const take = ({ favourites }: CallAnswer<Calls['getFavourites']>) =>
  favouritesApi.util.updateQueryData('favourites', undefined, (now) => {
    now.favourites = underWay === 0 ? favourites : { ...now.favourites, version: favourites.version };
  });

/** Chooses all favorites in order: after a pick, a move, or an undo. */
export const favouritesChosen = createAction<readonly Favourite[]>('profile/favouritesChosen');

function* choose({ payload }: ReturnType<typeof favouritesChosen>): SagaGenerator<void> {
  try {
    const chosen = yield* dispatchThunk(favouritesApi.endpoints.chooseFavourites.initiate(payload));
    yield* call(chosen.unwrap);
  } catch (error) {
    yield* put(alertRaised({ tone: 'error', text: messageOf(error, texts.notChosen) }));
  }
}

function* askAgain(): SagaGenerator<void> {
  yield* put(favouritesApi.util.invalidateTags(['Favourites']));
}

function* favouritesSaga(): SagaGenerator<void> {
  yield* takeEvery(favouritesChosen, safely(choose));
  yield* takeEvery([greeted, isNotificationOf('favourites')], safely(askAgain));
}

export const favouritesState: StateModule = { saga: favouritesSaga };
