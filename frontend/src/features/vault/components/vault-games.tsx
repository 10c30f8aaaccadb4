import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import type { View } from '../../../components/ui/view-toggle.tsx';
import { type EntryControls, EntryGrid, type Sorting } from '../../../entities/entry/entry-grid.tsx';
import { EntryTable } from '../../../entities/entry/entry-table.tsx';
import { EditContext } from '../../../entities/entry/quick/quick-edit.ts';
import { RatingControl } from '../../../entities/entry/quick/rating-control.tsx';
import { StatusControl } from '../../../entities/entry/quick/status-control.tsx';
import { EntryHistory } from '../../../entities/history/entry-history.tsx';
import { AddToList } from '../../../entities/lists/add-to-list.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { gameShortcuts, keysTexts } from '../keys/texts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { SelectBox } from '../selection/select-box.tsx';
import { Selection, SelectionContext, useSelected } from '../selection/selection.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { useSelecting } from '../selection/use-selecting.ts';
import { vaultTexts as texts } from '../texts.ts';
import { useEdits } from '../use-edits.ts';
import { EntryActions, MoreButton } from './entry-actions.tsx';

const loadDialog = () => import('./edit-dialog.tsx').then(({ EditDialog }) => ({ default: EditDialog }));
const EditDialog = lazyPart(loadDialog);
const MoreDialog = lazyPart(() => import('./more-dialog.tsx').then(({ MoreDialog }) => ({ default: MoreDialog })));
const KeysDialog = lazyPart(() =>
  import('../keys/keys-dialog.tsx').then(({ KeysDialog }) => ({ default: KeysDialog })),
);

interface VaultGamesProps {
  readonly entries: readonly LibraryEntry[];
  readonly view: View;
  /** Current order; keeps its identity while unchanged. */
  readonly sorting: Sorting;
}

/** Vault games as cards or as a list, with their actions. An open form stays open even when its game moves. */
export const VaultGames = memo(function VaultGames({ entries, view, sorting }: VaultGamesProps) {
  const [edited, setEdited] = useState<LibraryEntry | null>(null);
  const [more, setMore] = useState<LibraryEntry | null>(null);
  const [toList, setToList] = useState<readonly LibraryEntry[] | null>(null);
  const [past, setPast] = useState<LibraryEntry | null>(null);
  const [overview, setOverview] = useState(false);
  const [selection] = useState(() => new Selection());
  const selecting = useSelected(selection).size > 0;
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(entries);
  useEffect(() => {
    shown.current = entries;
  }, [entries]);
  const order = useRef(() => shown.current.map(({ guid }) => guid)).current;
  const { edit, saved } = useEdits(entries, list);
  const openOverview = () => setOverview(true);
  useShortcuts({ list, entries, selection, edit, onOverview: openOverview });
  const look = view === 'cards' ? 'overlay' : 'plain';
  const controls = useMemo<EntryControls>(
    () => ({
      shortcuts: gameShortcuts,
      status: (entry) => <StatusControl entry={entry} />,
      rating: (entry) => <RatingControl entry={entry} />,
      select: (entry) => <SelectBox entry={entry} order={order} />,
      actions: (entry, isPointedAt) => (
        <EntryActions
          {...{ entry, look, isPointedAt }}
          onEdit={setEdited}
          onList={(one) => setToList([one])}
          onApproach={loadDialog}
        />
      ),
      more: (entry) => <MoreButton entry={entry} look={look} onMore={setMore} onApproach={loadDialog} />,
    }),
    [look, order],
  );
  const pointing = useSelecting(selection, order);
  const List = view === 'cards' ? EntryGrid : EntryTable;
  const focusList = () => list.current?.querySelector<HTMLElement>('[data-index] a:not([aria-hidden])')?.focus();
  return (
    <EditContext value={edit}>
      <SelectionContext value={selection}>
        {entries.length > 0 && (
          <div
            ref={list}
            data-selecting={selecting || undefined}
            {...pointing}
            className="[-webkit-touch-callout:none]"
          >
            <h2 className="sr-only">{texts.list}</h2>
            <Button
              size="small"
              aria-keyshortcuts="?"
              aria-haspopup="dialog"
              onClick={openOverview}
              className="sr-only focus:not-sr-only focus:mb-3"
            >
              {keysTexts.open}
            </Button>
            <List entries={entries} label={texts.list} controls={controls} sorting={sorting} />
          </div>
        )}
        <SelectionBar selection={selection} shown={entries} onList={setToList} onDone={focusList} />
        <AddToList entries={toList} onClose={() => setToList(null)} />
        <EntryHistory entry={past} onClose={() => setPast(null)} />
        {edited && (
          <Suspense>
            <EditDialog
              key={edited.id}
              entry={edited}
              onSave={saved}
              onHistory={setPast}
              onClose={() => setEdited(null)}
            />
          </Suspense>
        )}
        {more && (
          <Suspense>
            <MoreDialog
              guid={more.guid}
              onEdit={setEdited}
              onList={(one) => setToList([one])}
              onHistory={setPast}
              onSelect={() => selection.toggle(more.guid)}
              onClose={() => setMore(null)}
            />
          </Suspense>
        )}
        {overview && (
          <Suspense>
            <KeysDialog onClose={() => setOverview(false)} />
          </Suspense>
        )}
      </SelectionContext>
    </EditContext>
  );
});
