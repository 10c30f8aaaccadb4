import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { libraryActions } from '../library/slice.ts';
import type { PartOnce } from '../library/sync/delta.ts';
import { dispatchThunk } from '../server/dispatch-thunk.ts';
import type { WithServer } from '../server/end-unwanted.ts';
import { playsApi, type SessionsWanted } from './api.ts';
import { withPart } from './unsent.ts';

type Dispatch = ThunkDispatch<WithServer, unknown, UnknownAction>;

const { updateQueryData, invalidateTags, selectCachedArgsForQuery } = playsApi.util;

const isWanted =
  ({ entry_id, month }: SessionsWanted) =>
  (session: { readonly entry_id: string; readonly day: string }) =>
    (!entry_id || session.entry_id === entry_id) && (!month || session.day.startsWith(month));

/** Puts a stored session into the cached lists, so that it does not disappear during the refetch. */
const show = (once: PartOnce<PlaySession>) => (dispatch: Dispatch, getState: () => WithServer) => {
  const isIt = ({ id }: { readonly id: string }) => id === once.now?.id;
  for (const wanted of selectCachedArgsForQuery(getState() as never, 'playSessions')) {
    const change = updateQueryData('playSessions', wanted, ({ pages }) => {
      const place = Math.max(
        0,
        pages.findIndex(({ sessions }) => sessions.some(isIt)),
      );
      pages.forEach((page, at) => {
        const now = at === place ? once.now : null;
        page.sessions = withPart(page.sessions, { before: once.before, now }, isWanted(wanted));
      });
    });
    dispatch(change);
  }
};

const showPlaythrough = (once: PartOnce<Playthrough>) => (dispatch: Dispatch, getState: () => WithServer) => {
  const entryId = (once.now ?? once.before)?.entry_id;
  for (const wanted of selectCachedArgsForQuery(getState() as never, 'playthroughs')) {
    if (wanted !== entryId) continue;
    const change = updateQueryData('playthroughs', wanted, (known) => {
      known.playthroughs = withPart(known.playthroughs, once);
    });
    dispatch(change);
  }
};

/** Shows stored sessions and playthroughs of any tab, then refetches. */
function* showPlayed({ payload }: ReturnType<typeof libraryActions.changed>): SagaGenerator<void> {
  const { parts = [] } = payload;
  if (parts.length === 0) return;
  for (const once of parts) {
    const isSession = 'minutes' in (once.now ?? once.before ?? {});
    yield* dispatchThunk(
      isSession ? show(once as PartOnce<PlaySession>) : showPlaythrough(once as PartOnce<Playthrough>),
    );
  }
  yield* put(invalidateTags(['Plays']));
}

function* playsSaga(): SagaGenerator<void> {
  yield* takeEvery(libraryActions.changed, safely(showPlayed));
}

/** For every page that shows sessions. */
export const playsState: StateModule = { saga: playsSaga };
