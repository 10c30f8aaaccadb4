import type { LibraryEntry } from '@nightshelf/contracts';
import { memo, useCallback, useState } from 'react';
import type { View } from '../../../components/ui/view-toggle.tsx';
import { EntryGrid } from '../../../entities/entry/entry-grid.tsx';
import { EntryTable } from '../../../entities/entry/entry-table.tsx';
import { vaultTexts as texts } from '../texts.ts';
import { EditDialog } from './edit-dialog.tsx';
import { EntryActions } from './entry-actions.tsx';

interface VaultGamesProps {
  readonly entries: readonly LibraryEntry[];
  readonly view: View;
}

/** The games as cards or as a list, each with what can be done with it. */
export const VaultGames = memo(function VaultGames({ entries, view }: VaultGamesProps) {
  const [edited, setEdited] = useState<LibraryEntry | null>(null);
  const look = view === 'cards' ? 'overlay' : 'plain';
  const actions = useCallback(
    (entry: LibraryEntry) => <EntryActions entry={entry} look={look} onEdit={setEdited} />,
    [look],
  );
  const List = view === 'cards' ? EntryGrid : EntryTable;
  return (
    <>
      <h2 className="sr-only">{texts.list}</h2>
      <List entries={entries} label={texts.list} actions={actions} />
      {edited && <EditDialog key={edited.id} entry={edited} onClose={() => setEdited(null)} />}
    </>
  );
});
