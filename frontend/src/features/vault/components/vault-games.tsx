import type { LibraryEntry } from '@nightshelf/contracts';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import type { View } from '../../../components/ui/view-toggle.tsx';
import { type EntryControls, EntryGrid } from '../../../entities/entry/entry-grid.tsx';
import { EntryTable } from '../../../entities/entry/entry-table.tsx';
import { RatingControl } from '../../../entities/entry/quick/rating-control.tsx';
import { StatusControl } from '../../../entities/entry/quick/status-control.tsx';
import { vaultTexts as texts } from '../texts.ts';
import { EntryActions } from './entry-actions.tsx';

const loadDialog = () => import('./edit-dialog.tsx').then(({ EditDialog }) => ({ default: EditDialog }));
const EditDialog = lazy(loadDialog);

interface VaultGamesProps {
  readonly entries: readonly LibraryEntry[];
  readonly view: View;
}

/** The games as cards or as a list, each with what can be done with it. A form that is open stays open, also when its game has gone elsewhere. */
export const VaultGames = memo(function VaultGames({ entries, view }: VaultGamesProps) {
  const [edited, setEdited] = useState<LibraryEntry | null>(null);
  const look = view === 'cards' ? 'overlay' : 'plain';
  const controls = useMemo<EntryControls>(
    () => ({
      status: (entry) => <StatusControl entry={entry} />,
      rating: (entry) => <RatingControl entry={entry} />,
      actions: (entry) => <EntryActions entry={entry} look={look} onEdit={setEdited} onApproach={loadDialog} />,
    }),
    [look],
  );
  const List = view === 'cards' ? EntryGrid : EntryTable;
  return (
    <>
      {entries.length > 0 && (
        <>
          <h2 className="sr-only">{texts.list}</h2>
          <List entries={entries} label={texts.list} controls={controls} />
        </>
      )}
      {edited && (
        <Suspense>
          <EditDialog key={edited.id} entry={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
});
