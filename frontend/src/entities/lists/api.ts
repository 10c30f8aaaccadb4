import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { GameList, ListedGame, PlaceInList } from '@nightshelf/contracts/game-lists.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { type Dispatch, keptTag, type MaybeKept, onSuccess, serverApi } from '../server/api.ts';
import { reordered, takenFrom } from './reordered.ts';

type Calls = typeof listCalls;
type ListFields = CallInput<Calls['changeGameList']>['body'];

const path = '/api/games/lists';

interface OfList {
  readonly id: string;
}

interface OfGame extends OfList {
  readonly entryId: string;
}

/** Moves of one tab run in sequence, because each names a neighbor in the order after the previous move. */
let lastMove: Promise<unknown> = Promise.resolve();
/** By list, the number of changes in flight that are already on screen. */
const underWay = new Map<string, number>();

const ofList = (_answer: unknown, _error: unknown, { id }: OfList) => [{ type: 'Lists', id } as const];

export const listsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    /** All lists; with an entry id, each reports whether it contains that entry. */
    gameLists: build.query<CallAnswer<Calls['listGameLists']> & MaybeKept, string | null>({
      query: (entry_id) => apiRequest<Calls['listGameLists']>('GET', path, { query: entry_id ? { entry_id } : {} }),
      providesTags: (answer) => ['Lists', ...keptTag(answer)],
      extraOptions: { isKept: true },
    }),

    gameList: build.query<CallAnswer<Calls['readGameList']> & MaybeKept, string>({
      query: (id) => apiRequest<Calls['readGameList']>('GET', `${path}/:id`, { params: { id }, query: {} }),
      // Skip a response that may predate a change on screen or the response to that change.
      merge: (now, answer, { arg: id }) =>
        underWay.has(id) || (answer.kept_at === undefined && answer.list.version < now.list.version) ? now : answer,
      providesTags: (answer, _error, id) => [{ type: 'Lists', id }, ...keptTag(answer)],
      extraOptions: { isKept: true },
    }),

    makeList: build.mutation<CallAnswer<Calls['makeGameList']>, CallInput<Calls['makeGameList']>['body']>({
      query: (body) => apiRequest<Calls['makeGameList']>('POST', path, { body }),
      onQueryStarted: onSuccess((dispatch, _, { list }) => dispatch(changeLists((lists) => [list, ...lists]))),
    }),

    changeList: build.mutation<CallAnswer<Calls['changeGameList']>, OfList & ListFields>({
      query: ({ id, ...body }) => apiRequest<Calls['changeGameList']>('PUT', `${path}/:id`, { params: { id }, body }),
      onQueryStarted: onSuccess((dispatch, _, { list }) => showList(dispatch, list)),
      invalidatesTags: ofList,
    }),

    removeList: build.mutation<CallAnswer<Calls['removeGameList']>, string>({
      query: (id) => apiRequest<Calls['removeGameList']>('DELETE', `${path}/:id`, { params: { id } }),
      onQueryStarted: onSuccess((dispatch, id) =>
        dispatch(changeLists((lists) => lists.filter((list) => list.id !== id))),
      ),
    }),

    addToList: build.mutation<CallAnswer<Calls['addToGameList']>, OfList & { readonly entryIds: readonly string[] }>({
      query: ({ id, entryIds }) =>
        apiRequest<Calls['addToGameList']>('POST', `${path}/:id/games`, {
          params: { id },
          body: { entry_ids: [...entryIds] },
        }),
      onQueryStarted: onSuccess((dispatch, _, { list }) => showList(dispatch, list)),
      invalidatesTags: ofList,
    }),

    writeNote: build.mutation<CallAnswer<Calls['setListNote']>, OfGame & CallInput<Calls['setListNote']>['body']>({
      query: ({ id, entryId, ...body }) =>
        apiRequest<Calls['setListNote']>('PUT', `${path}/:id/games/:entry_id`, {
          params: { id, entry_id: entryId },
          body,
        }),
      onQueryStarted: onSuccess((dispatch, { id }, { list, game }) => {
        dispatch(changeGames(id, (games) => games.map((one) => (one.entry_id === game.entry_id ? game : one))));
        showList(dispatch, list);
      }),
      // After a conflict, another tab's or device's note is shown.
      invalidatesTags: ofList,
    }),

    takeFromList: build.mutation<CallAnswer<Calls['removeFromGameList']>, OfGame>({
      query: ({ id, entryId }) =>
        apiRequest<Calls['removeFromGameList']>('DELETE', `${path}/:id/games/:entry_id`, {
          params: { id, entry_id: entryId },
        }),
      onQueryStarted: ({ id, entryId }, { dispatch, queryFulfilled }) => {
        const taken = dispatch(changeGames(id, (games) => takenFrom(games, entryId)));
        untilAnswered(dispatch, id, queryFulfilled, taken.undo);
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
        dispatch(changeGames(id, (games) => reordered(games, entryId, place)));
        untilAnswered(dispatch, id, queryFulfilled);
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

/** Keeps a change on screen until its response; after the last one, refetches the games. */
async function untilAnswered(
  dispatch: Dispatch,
  id: string,
  answered: Promise<{ readonly data: { readonly list: GameList } }>,
  undo = () => {},
): Promise<void> {
  underWay.set(id, (underWay.get(id) ?? 0) + 1);
  await answered.then(({ data }) => showList(dispatch, data.list), undo);
  const left = (underWay.get(id) ?? 1) - 1;
  if (left > 0) return void underWay.set(id, left);
  underWay.delete(id);
  dispatch(askAgain(id));
}

/** Shows a list from the response to a change. */
function showList(dispatch: Dispatch, list: GameList): void {
  dispatch(changeLists((lists) => lists.map((one) => (one.id === list.id ? list : one))));
  const change = listsApi.util.updateQueryData('gameList', list.id, (kept) => {
    if (list.version > kept.list.version) kept.list = list;
  });
  dispatch(change);
}

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
