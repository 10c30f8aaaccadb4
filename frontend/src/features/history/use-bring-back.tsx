import type { EntryThen } from '@nightshelf/contracts/entry-history.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { alertRaised } from '../../entities/alerts/slice.ts';
import type { EntryControls } from '../../entities/entry/entry-grid.tsx';
import { useRestoreStepMutation } from '../../entities/history/api.ts';
import { libraryChanged, removeRequested } from '../../entities/library/slice.ts';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { messageOf } from '../../lib/api-errors.ts';
import { historyPageTexts as texts } from './texts.ts';

/** Card controls for the games of a day: games removed since can be restored as they were. */
export function useBringBack(games: readonly EntryThen[] | undefined, day: string): EntryControls {
  const dispatch = useDispatch();
  const [restore] = useRestoreStepMutation();
  return useMemo(() => {
    // The previous release does not send `back_to`.
    const steps = new Map(games?.map(({ entry_id, back_to = null }) => [entry_id, back_to] as const));
    const bringBack = ({ id, game: { name } }: LibraryEntry, step: number) =>
      restore({ id, step })
        .unwrap()
        .then(({ user_game: entry }) => {
          const { id: entry_id, guid, version } = entry;
          dispatch(libraryChanged({ entry_id, guid, version }));
          const action = { label: texts.undo, dispatches: removeRequested(entry) };
          dispatch(alertRaised({ tone: 'notice', text: texts.isBack(name, day), action }));
        })
        .catch((error) => {
          dispatch(alertRaised({ tone: 'error', text: messageOf(error, texts.notBack(name)) }));
        });
    const isGone = ({ id }: LibraryEntry) => (steps.get(id) ?? null) !== null;
    return {
      status: ({ status }) => <StatusBadge status={status} look="text" />,
      rating: () => undefined,
      // Takes the place of the selection mark.
      select: (entry) =>
        isGone(entry) && (
          <span className="rounded-md bg-surface-0/90 px-2 py-1 text-sm text-ink-1 shadow-lift">
            {texts.removedSince}
          </span>
        ),
      actions: (entry) =>
        isGone(entry) && (
          <Button
            look="overlay"
            size="small"
            aria-label={texts.bringBackOf(entry.game.name)}
            onClick={() => bringBack(entry, steps.get(entry.id) ?? 0)}
          >
            {texts.bringBack}
          </Button>
        ),
      // The restore button works on touch, so no further button is needed.
      more: () => undefined,
    };
  }, [games, day, restore, dispatch]);
}
