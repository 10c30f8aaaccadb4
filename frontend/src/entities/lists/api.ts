import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { GameList, ListedGame, PlaceInList } from '@nightshelf/contracts/game-lists.ts';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { keptTag, type MaybeKept, onceDone, serverApi } from '../server/api.ts';
import type { WithServer } from '../server/end-unwanted.ts';
import { reordered, takenFrom } from './reordered.ts';

type Calls = typeof listCalls;
type ListFields = CallInput<Calls['changeGameList']>['body'];

const path = '/api/games/lists';

interface OfList {
  /** Id of the list. */
  readonly id: string;
}

interface OfGame extends OfList {
  readonly entryId: string;
}

/** Moves of one tab run in sequence, because each names a neighbor in the order after the previous move. */
let lastMove: Promise<unknown> = Promise.resolve();
/** By list: the number of changes in flight, and whether a response that may predate them was skipped. */
const underWay = new Map<string, { changes: number; hasPassedOver: boolean }>();

export const listsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    /** All lists; with an entry id, each reports whether it contains that entry. */
    gameLists: build.query<CallAnswer<Calls['listGameLists']> & MaybeKept, string | null>({
      query: (entry_id) => apiRequest<Calls['listGameLists']>('GET', path, { query: entry_id ? { entry_id } : {} }),
      providesTags: (answer) => ['Lists', ...keptTag(answer)],
      extraOptions: { isKept: true },
    }),

    /** One list with all its games. */
    gameList: build.query<CallAnswer<Calls['readGameList']> & MaybeKept, string>({
      query: (id) => apiRequest<Calls['readGameList']>('GET', `${path}/:id`, { params: { id }, query: {} }),
      // Skip a response that may predate a change on screen or the response to that change.
      merge: (now, answer, { arg: id }) => {
        const own = underWay.get(id);
        if (own) own.hasPassedOver = true;
        const isOlder = answer.kept_at === undefined && answer.list.version < now.list.version;
        return own || isOlder ? now : answer;
      },
      providesTags: (answer, _error, id) => [{ type: 'Lists', id }, ...keptTag(answer)],
      extraOptions: { isKept: true },
    }),

    makeList: build.mutation<CallAnswer<Calls['makeGameList']>, CallInput<Calls['makeGameList']>['body']>({
      query: (body) => apiRequest<Calls['makeGameList']>('POST', path, { body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ list }) => dispatch(changeLists((lists) => [list, ...lists]))),
    }),

    changeList: build.mutation<CallAnswer<Calls['changeGameList']>, OfList & ListFields>({
      query: ({ id, ...body }) => apiRequest<Calls['changeGameList']>('PUT', `${path}/:id`, { params: { id }, body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ list }) => dispatch(showList(list))),
    }),

    removeList: build.mutation<CallAnswer<Calls['removeGameList']>, string>({
      query: (id) => apiRequest<Calls['removeGameList']>('DELETE', `${path}/:id`, { params: { id } }),
      onQueryStarted: (id, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => dispatch(changeLists((lists) => lists.filter((list) => list.id !== id)))),
    }),

    addToList: build.mutation<CallAnswer<Calls['addToGameList']>, OfList & { readonly entryIds: readonly string[] }>({
      query: ({ id, entryIds }) =>
        apiRequest<Calls['addToGameList']>('POST', `${path}/:id/games`, {
          params: { id },
          body: { entry_ids: [...entryIds] },
        }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ list }) => dispatch(showList(list))),
    }),

    writeNote: build.mutation<CallAnswer<Calls['setListNote']>, OfGame & CallInput<Calls['setListNote']>['body']>({
      query: ({ id, entryId, ...body }) =>
        apiRequest<Calls['setListNote']>('PUT', `${path}/:id/games/:entry_id`, {
          params: { id, entry_id: entryId },
          body,
        }),
      onQueryStarted: ({ id }, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data: { list, game } }) => {
            dispatch(changeGames(id, (games) => games.map((one) => (one.entry_id === game.entry_id ? game : one))));
            dispatch(showList(list));
          },
          ({ error }) => {
            // Another tab or device has written a newer version: show that.
            if (error instanceof ApiError && error.status === 409) dispatch(askAgain(id));
          },
        ),
    }),

    takeFromList: build.mutation<CallAnswer<Calls['removeFromGameList']>, OfGame>({
      query: ({ id, entryId }) =>
        apiRequest<Calls['removeFromGameList']>('DELETE', `${path}/:id/games/:entry_id`, {
          params: { id, entry_id: entryId },
        }),
      onQueryStarted: ({ id, entryId }, { dispatch, queryFulfilled }) => {
        begun(id);
        const taken = dispatch(changeGames(id, (games) => takenFrom(games, entryId)));
        queryFulfilled.then(
          ({ data }) => {
            dispatch(showList(data.list));
            dispatch(ended(id));
          },
          () => {
            taken.undo();
            dispatch(ended(id, true));
          },
        );
      },
    }),

    /** Moves optimistically. When the neighbor is gone, the list shows its current order. */
    moveInList: build.mutation<CallAnswer<Calls['moveInGameList']>, OfGame & { readonly place: PlaceInList }>({
      queryFn: async ({ id, entryId, place }, _api, _options, ask) => {
        const move = apiRequest<Calls['moveInGameList']>('POST', `${path}/:id/games/:entry_id/move`, {
          params: { id, entry_id: entryId },
          body: place,
        });
        const moved = lastMove.then(() => ask(move));
        lastMove = moved;
        return (await moved) as { data: CallAnswer<Calls['moveInGameList']> };
      },
      onQueryStarted: ({ id, entryId, place }, { dispatch, queryFulfilled }) => {
        begun(id);
        dispatch(changeGames(id, (games) => reordered(games, entryId, place)));
        queryFulfilled.then(
          ({ data }) => {
            dispatch(showList(data.list));
            dispatch(ended(id));
          },
          () => dispatch(ended(id, true)),
        );
      },
    }),
  }),
});

const changeLists = (change: (lists: GameList[]) => GameList[]) =>
  listsApi.util.updateQueryData('gameLists', null, (all) => {
    all.lists = change(all.lists);
  });

const changeGames = (id: string, change: (games: ListedGame[]) => ListedGame[]) =>
  listsApi.util.updateQueryData('gameList', id, (kept) => {
    kept.games = change(kept.games);
  });

/** Refetches a list with its games if it is on screen. */
export const askAgain = (id: string) => listsApi.util.invalidateTags([{ type: 'Lists', id }]);

function begun(id: string): void {
  const own = underWay.get(id) ?? { changes: 0, hasPassedOver: false };
  own.changes += 1;
  underWay.set(id, own);
}

/** Counts an acknowledged change; after the last one, refetches the games if a response was skipped. */
const ended =
  (id: string, isRefused = false): ThunkAction<void, WithServer, unknown, UnknownAction> =>
  (dispatch) => {
    const own = underWay.get(id);
    if (!own) return;
    own.changes -= 1;
    own.hasPassedOver ||= isRefused;
    if (own.changes > 0) return;
    underWay.delete(id);
    if (own.hasPassedOver) dispatch(askAgain(id));
  };

/** Shows a list from the response to a change; refetches its games if anything else has changed. */
const showList =
  (list: GameList): ThunkAction<void, WithServer, unknown, UnknownAction> =>
  (dispatch, getState) => {
    dispatch(changeLists((lists) => lists.map((one) => (one.id === list.id ? list : one))));
    const kept = listsApi.endpoints.gameList.select(list.id)(getState()).data;
    if (!kept || list.version < kept.list.version) return;
    const isOurs = list.version === kept.list.version + 1 && list.game_count === kept.games.length;
    dispatch(listsApi.util.updateQueryData('gameList', list.id, (now) => ({ ...now, list })));
    if (!isOurs) dispatch(askAgain(list.id));
  };

export const {
  useGameListsQuery,
  useGameListQuery,
  useMakeListMutation,
  useChangeListMutation,
  useRemoveListMutation,
  useAddToListMutation,
  useWriteNoteMutation,
  useTakeFromListMutation,
  useMoveInListMutation,
} = listsApi;
