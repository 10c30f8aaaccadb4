import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Hours } from '@nightshelf/contracts/play-rules.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import { useDispatch, useStore } from 'react-redux';
import { timeOrderedId } from '../../lib/time-ordered-id.ts';
import { selectConfirmed, selectQueue } from '../library/selectors.ts';
import { type LibraryState, playRequested } from '../library/slice.ts';
import type { SessionWords } from '../library/sync/change.ts';
import { countsAfter, hoursAfter } from '../library/sync/play-hours.ts';

interface State {
  readonly library: LibraryState;
}

/**
 * Returns the session actions of an entry; they apply on this device immediately and sync later.
 * @param known the parts of the entry's hours that the server last reported
 */
export function usePlayChanges(entry: LibraryEntry | undefined, known?: Hours) {
  const dispatch = useDispatch();
  const store = useStore<State>();
  const queueOf = ({ guid }: LibraryEntry) => selectQueue(store.getState()).filter((change) => change.guid === guid);
  const hoursOf = (base: LibraryEntry) =>
    hoursAfter(selectConfirmed(store.getState(), base.guid), known, queueOf(base));
  const asIs = (base: LibraryEntry, session: PlaySession) => ({
    ...session,
    counts: countsAfter(session, queueOf(base)),
  });
  const removal = (base: LibraryEntry, session: PlaySession, hours: Hours) =>
    playRequested({ kind: 'unlog', base, session, hours });

  return {
    /** @returns the session, and the action that undoes it */
    log: (base: LibraryEntry, words: SessionWords) => {
      const hours = hoursOf(base);
      const { guid, name } = base.game;
      const game = { guid, name, image_url: base.image_url };
      const session = { id: timeOrderedId(), version: 1, entry_id: base.id, game, ...words, counts: true };
      dispatch(playRequested({ kind: 'log', base, session, hours }));
      return { session, undo: removal(base, session, { ...hours, minutes: hours.minutes + session.minutes }) };
    },
    change: (session: PlaySession, fields: SessionWords) => {
      if (!entry) return;
      const hours = hoursOf(entry);
      dispatch(playRequested({ kind: 'relog', base: entry, session: asIs(entry, session), fields, hours }));
    },
    remove: (session: PlaySession) => {
      if (entry) dispatch(removal(entry, asIs(entry, session), hoursOf(entry)));
    },
  };
}
