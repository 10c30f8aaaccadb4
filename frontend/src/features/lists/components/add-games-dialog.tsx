import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useMemo } from 'react';
import { PickGamesDialog } from '../../../entities/entry/picker/pick-games-dialog.tsx';
import { useAddToListMutation, useTakeFromListMutation } from '../../../entities/lists/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { listTexts as texts } from '../texts.ts';

interface AddGamesProps {
  readonly list: GameList;
  readonly games: readonly ListedGame[];
  readonly onClose: () => void;
}

/** Adds vault games to a list and removes them with checkboxes. */
export function AddGamesDialog({ list, games, onClose }: AddGamesProps) {
  const [add, adding] = useAddToListMutation();
  const [take, taking] = useTakeFromListMutation();
  const listed = useMemo(() => new Set(games.map(({ entry_id }) => entry_id)), [games]);
  const fault = adding.error ?? taking.error;
  const toggle = ({ id: entryId }: LibraryEntry) =>
    listed.has(entryId) ? take({ id: list.id, entryId }) : add({ id: list.id, entryIds: [entryId] });
  return (
    <PickGamesDialog
      title={texts.add}
      picked={listed}
      isBusy={adding.isLoading || taking.isLoading}
      message={fault === undefined ? null : { tone: 'error', text: messageOf(fault, texts.notChanged) }}
      emptyVault={texts.emptyVault}
      onToggle={toggle}
      onClose={onClose}
    />
  );
}
