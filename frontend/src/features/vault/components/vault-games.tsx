import type { LibraryEntry } from '@nightshelf/contracts';
import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { View } from '../../../components/ui/view-toggle.tsx';
import { type EntryControls, EntryGrid } from '../../../entities/entry/entry-grid.tsx';
import { EntryTable } from '../../../entities/entry/entry-table.tsx';
import { RatingControl } from '../../../entities/entry/quick/rating-control.tsx';
import { StatusControl } from '../../../entities/entry/quick/status-control.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import { Selection, SelectionContext, useSelected } from '../selection/selection.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { useSelecting } from '../selection/use-selecting.ts';
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
  const [selection] = useState(() => new Selection());
  const selecting = useSelected(selection).size > 0;
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(entries);
  useEffect(() => {
    shown.current = entries;
  }, [entries]);
  const order = useRef(() => shown.current.map(({ guid }) => guid)).current;
  const look = view === 'cards' ? 'overlay' : 'plain';
  const controls = useMemo<EntryControls>(
    () => ({
      status: (entry) => <StatusControl entry={entry} />,
      rating: (entry) => <RatingControl entry={entry} />,
      select: (entry) => <SelectBox entry={entry} order={order} />,
      actions: (entry) => <EntryActions entry={entry} look={look} onEdit={setEdited} onApproach={loadDialog} />,
    }),
    [look, order],
  );
  const pointing = useSelecting(selection, order);
  const List = view === 'cards' ? EntryGrid : EntryTable;
  const focusList = () => list.current?.querySelector<HTMLElement>('[data-index] a:not([aria-hidden])')?.focus();
  return (
    <SelectionContext value={selection}>
      {entries.length > 0 && (
        <div ref={list} data-selecting={selecting || undefined} {...pointing}>
          <h2 className="sr-only">{texts.list}</h2>
          <List entries={entries} label={texts.list} controls={controls} />
        </div>
      )}
      <SelectionBar selection={selection} shown={entries} onDone={focusList} />
      {edited && (
        <Suspense>
          <EditDialog key={edited.id} entry={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </SelectionContext>
  );
});
