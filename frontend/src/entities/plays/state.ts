import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { libraryActions } from '../library/slice.ts';
import { isSession, type Part, type PartOnce, partOf } from '../library/sync/change.ts';
import type { Dispatch } from '../server/api.ts';
import { dispatchThunk } from '../server/dispatch-thunk.ts';
import type { WithServer } from '../server/end-unwanted.ts';
import { playsApi, type SessionsWanted } from './api.ts';
import { withPart } from './unsent.ts';

const { updateQueryData, invalidateTags, selectCachedArgsForQuery } = playsApi.util;

const isWanted =
  ({ entry_id, month }: SessionsWanted) =>
  (session: { readonly entry_id: string; readonly day: string }) =>
    (!entry_id || session.entry_id === entry_id) && (!month || session.day.startsWith(month));

/** Puts a stored session into the cached lists, so that it does not disappear during the refetch. */
const showSession = (once: PartOnce<PlaySession>) => (dispatch: Dispatch, getState: () => WithServer) => {
  const isIt = ({ id }: { readonly id: string }) => id === once.now?.id;
  for (const wanted of selectCachedArgsForQuery(getState() as never, 'playSessions')) {
    const change = updateQueryData('playSessions', wanted, ({ pages }) => {
      const place = pages.findIndex(({ sessions }) => sessions.some(isIt));
      pages.forEach((page, at) => {
        const now = at === Math.max(0, place) ? once.now : null;
        page.sessions = withPart(page.sessions, { before: once.before, now }, isWanted(wanted));
      });
    });
    dispatch(change);
  }
};

/** Puts a stored playthrough into the cached list of its entry. */
const showPlaythrough = (once: PartOnce<Playthrough>) =>
  updateQueryData('playthroughs', partOf(once).entry_id, (known) => {
    known.playthroughs = withPart(known.playthroughs, once);
  });

/** Shows stored sessions and playthroughs of any tab, then refetches. */
function* showPlayed({ payload }: ReturnType<typeof libraryActions.changed>): SagaGenerator<void> {
  const { parts = [] } = payload;
  if (parts.length === 0) return;
  for (const once of parts) {
    // Nothing is known of a part that the answer lacked.
    if (!once.before && !once.now) continue;
    if (isSession(partOf<Part>(once))) yield* dispatchThunk(showSession(once as PartOnce<PlaySession>));
    else yield* dispatchThunk(showPlaythrough(once as PartOnce<Playthrough>));
  }
  yield* put(invalidateTags(['Plays']));
}

function* playsSaga(): SagaGenerator<void> {
  yield* takeEvery(libraryActions.changed, safely(showPlayed));
}

/** For every page that shows sessions. */
export const playsState: StateModule = { saga: playsSaga };
