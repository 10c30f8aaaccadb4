import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { Ellipsis, ListPlus, Pencil, Share2, Trash2 } from 'lucide-react';
import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import type { View } from '../../../components/ui/view-toggle.tsx';
import { type EntryControls, EntryGrid, type Sorting } from '../../../entities/entry/entry-grid.tsx';
import { EntryTable } from '../../../entities/entry/entry-table.tsx';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { EditContext } from '../../../entities/entry/quick/quick-edit.ts';
import { RatingControl } from '../../../entities/entry/quick/rating-control.tsx';
import { RatingStars } from '../../../entities/entry/quick/rating-stars.tsx';
import { StatusControl } from '../../../entities/entry/quick/status-control.tsx';
import { EntryHistory } from '../../../entities/history/entry-history.tsx';
import { removeRequested, updateRequested } from '../../../entities/library/slice.ts';
import { AddToList, loadAddToList } from '../../../entities/lists/add-to-list.tsx';
import { listTexts } from '../../../entities/lists/texts.ts';
import { cx } from '../../../lib/cx.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { gameShortcuts, keysTexts } from '../keys/texts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { SelectBox } from '../selection/select-box.tsx';
import { Selection, SelectionContext, useSelected } from '../selection/selection.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { useSelecting } from '../selection/use-selecting.ts';
import { vaultTexts as texts } from '../texts.ts';
import { useEdits } from '../use-edits.ts';

interface EntryActionsProps {
  readonly entry: LibraryEntry;
  /** On a cover, or in a row of the list. */
  readonly look: 'overlay' | 'plain';
  /** A pointer was here. The ten star buttons are for pointers only, so they are rendered on demand. */
  readonly isPointedAt: boolean;
  readonly onEdit: (entry: LibraryEntry) => void;
  readonly onList: (entry: LibraryEntry) => void;
  /** The pointer or focus reached Edit. */
  readonly onApproach: () => void;
}

const onlyWithPointer = '[@media(hover:none)]:hidden';

/** Actions on one vault game: rate, log time, edit, add to list, share and remove. */
function EntryActions({ entry, look, isPointedAt, onEdit, onList, onApproach }: EntryActionsProps) {
  if (look === 'plain') {
    return (
      <div className="flex justify-end">
        <div
          className={cx(
            'row-actions absolute inset-y-0 right-full hidden items-center gap-2 bg-surface-2 pl-2 group-has-[[data-quick=select]:checked]:bg-surface-3 xl:flex',
            onlyWithPointer,
          )}
        >
          {isPointedAt && <RatingStars entry={entry} use="pointer" className="w-40" />}
          <HoursButtons entry={entry} className="w-32" />
        </div>
        <div className="row-actions hidden md:flex">
          <EntryButtons entry={entry} onEdit={onEdit} onList={onList} onApproach={onApproach} />
        </div>
      </div>
    );
  }
  return (
    <div className={cx('w-full rounded-lg bg-surface-0/92 p-1 shadow-lift', onlyWithPointer)}>
      {isPointedAt && <RatingStars entry={entry} use="pointer" />}
      <HoursButtons entry={entry} className="my-1" />
      <div className="flex justify-between">
        <EntryButtons entry={entry} onEdit={onEdit} onList={onList} onApproach={onApproach} />
      </div>
    </div>
  );
}

interface MoreButtonProps extends Pick<EntryActionsProps, 'entry' | 'look' | 'onApproach'> {
  readonly onMore: (entry: LibraryEntry) => void;
}

/** For touch: one button opens all actions, beside a card's text or in a narrow row. */
function MoreButton({ entry, look, onMore, onApproach }: MoreButtonProps) {
  return (
    <IconButton
      Icon={Ellipsis}
      label={texts.more(entry.game.name)}
      iconClassName="size-5"
      aria-haspopup="dialog"
      onClick={() => onMore(entry)}
      onPointerEnter={onApproach}
      className={look === 'plain' ? 'md:hidden!' : '-mt-2.5 -mr-3 -mb-4 [@media(hover:hover)]:hidden!'}
    />
  );
}

type ButtonsProps = Pick<EntryActionsProps, 'entry' | 'onEdit' | 'onList' | 'onApproach'>;

function EntryButtons({ entry, onEdit, onList, onApproach }: ButtonsProps) {
  const dispatch = useDispatch();
  const { is_shared, game } = entry;
  const share = () => dispatch(updateRequested({ entry, changes: { is_shared: !is_shared } }));
  const button = { className: 'pointer-fine:size-9 min-w-0 shrink!' };
  return (
    <>
      <IconButton
        Icon={Pencil}
        label={texts.edit(game.name)}
        {...button}
        data-quick="edit"
        title={texts.actions.edit}
        aria-haspopup="dialog"
        onClick={() => onEdit(entry)}
        onPointerEnter={onApproach}
        onFocus={onApproach}
      />
      <IconButton
        Icon={ListPlus}
        label={listTexts.addOne(game.name)}
        {...button}
        data-quick="list"
        title={listTexts.addTo}
        aria-haspopup="dialog"
        onClick={() => onList(entry)}
        onPointerEnter={loadAddToList}
        onFocus={loadAddToList}
      />
      <IconButton
        Icon={Share2}
        label={texts.share(game.name)}
        iconClassName={cx('size-4.5', is_shared && 'text-accent')}
        {...button}
        title={is_shared ? texts.actions.unshare : texts.actions.share}
        aria-pressed={is_shared}
        onClick={share}
      />
      <IconButton
        Icon={Trash2}
        label={texts.remove(game.name)}
        {...button}
        title={texts.actions.remove}
        onClick={() => dispatch(removeRequested(entry))}
      />
    </>
  );
}

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
