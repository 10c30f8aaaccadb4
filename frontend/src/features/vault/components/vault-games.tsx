import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { Ellipsis } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
import { HistoryDialog } from '../../../entities/history/entry-history.tsx';
import { AddToListDialog } from '../../../entities/lists/add-to-list.tsx';
import { cx } from '../../../lib/cx.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { gameShortcuts, useShortcuts } from '../keys/use-shortcuts.ts';
import { newSelection, SelectBox, SelectionContext, useSelected, useSelecting } from '../selection/selection.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { vaultTexts as texts } from '../texts.ts';
import { useEdits } from '../use-edits.ts';
import { type EntryAction, loadEditDialog, type OnOpen, useEntryActions } from './entry-actions.ts';

interface EntryActionsProps {
  readonly entry: LibraryEntry;
  /** On a cover, or in a row of the list. */
  readonly look: 'overlay' | 'plain';
  /** A pointer was here. The ten star buttons are for pointers only, so they are rendered on demand. */
  readonly isPointedAt: boolean;
  readonly onOpen: OnOpen;
}

const onlyWithPointer = '[@media(hover:none)]:hidden';

/** Actions on one vault game: rate, log time, edit, add to list, share and remove. */
function EntryActions({ entry, look, isPointedAt, onOpen }: EntryActionsProps) {
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
          <EntryButtons entry={entry} onOpen={onOpen} />
        </div>
      </div>
    );
  }
  return (
    <div className={cx('w-full rounded-lg bg-surface-0/92 p-1 shadow-lift', onlyWithPointer)}>
      {isPointedAt && <RatingStars entry={entry} use="pointer" />}
      <HoursButtons entry={entry} className="my-1" />
      <div className="flex justify-between">
        <EntryButtons entry={entry} onOpen={onOpen} />
      </div>
    </div>
  );
}

/** For touch: one button opens all actions, beside a card's text or in a narrow row. */
function MoreButton({ entry, look, onOpen }: Omit<EntryActionsProps, 'isPointedAt'>) {
  return (
    <IconButton
      Icon={Ellipsis}
      label={texts.more(entry.game.name)}
      iconClassName="size-5"
      aria-haspopup="dialog"
      onClick={() => onOpen('more', entry)}
      onPointerEnter={loadEditDialog}
      className={look === 'plain' ? 'md:hidden!' : '-mt-2.5 -mr-3 -mb-4 [@media(hover:hover)]:hidden!'}
    />
  );
}

function EntryButtons({ entry, onOpen }: Pick<EntryActionsProps, 'entry' | 'onOpen'>) {
  const { edit, list, share, remove } = useEntryActions(entry, onOpen);
  return Object.entries({ edit, list, share, remove }).map(([name, action]: [string, EntryAction]) => (
    <IconButton
      key={name}
      data-quick={name}
      Icon={action.Icon}
      label={action.label}
      title={action.word}
      iconClassName={cx('size-4.5', action.isPressed && 'text-accent')}
      aria-pressed={action.isPressed}
      aria-haspopup={action.load && 'dialog'}
      onClick={action.run}
      onPointerEnter={action.load}
      onFocus={action.load}
      className="min-w-0 shrink! pointer-fine:size-9"
    />
  ));
}

const EditDialog = lazyPart(loadEditDialog, 'EditDialog');
const MoreDialog = lazyPart(() => import('./more-dialog.tsx'), 'MoreDialog');
const KeysDialog = lazyPart(() => import('../keys/keys-dialog.tsx'), 'KeysDialog');

interface VaultGamesProps {
  readonly entries: readonly LibraryEntry[];
  readonly view: View;
  /** Current order; keeps its identity while unchanged. */
  readonly sorting: Sorting;
}

interface OpenDialog {
  readonly name: Parameters<OnOpen>[0] | 'keys';
  readonly entries: readonly LibraryEntry[];
}

/** Vault games as cards or as a list, with their actions. An open form stays open even when its game moves. */
export const VaultGames = memo(function VaultGames({ entries, view, sorting }: VaultGamesProps) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  const onOpen = useCallback<OnOpen>((name, entry) => setOpen({ name, entries: [entry] }), []);
  const shown = useRef(entries);
  useEffect(() => {
    shown.current = entries;
  }, [entries]);
  const [selection] = useState(() => newSelection(() => shown.current.map(({ guid }) => guid)));
  const selecting = useSelected(selection).size > 0;
  const list = useRef<HTMLDivElement>(null);
  const { edit, saved } = useEdits(entries, list);
  const openOverview = () => setOpen({ name: 'keys', entries: [] });
  useShortcuts({ list, entries, selection, edit, onOverview: openOverview });
  const [entry] = open?.entries ?? [];
  const look = view === 'cards' ? 'overlay' : 'plain';
  const controls = useMemo<EntryControls>(
    () => ({
      shortcuts: gameShortcuts,
      status: (entry) => <StatusControl entry={entry} />,
      rating: (entry) => <RatingControl entry={entry} />,
      select: (entry) => <SelectBox entry={entry} />,
      actions: (entry, isPointedAt) => <EntryActions {...{ entry, look, isPointedAt, onOpen }} />,
      more: (entry) => <MoreButton {...{ entry, look, onOpen }} />,
    }),
    [look, onOpen],
  );
  const pointing = useSelecting(selection);
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
              {texts.keys}
            </Button>
            <List entries={entries} label={texts.list} controls={controls} sorting={sorting} />
          </div>
        )}
        <SelectionBar
          selection={selection}
          shown={entries}
          onList={(entries) => setOpen({ name: 'list', entries })}
          onDone={focusList}
        />
        {open?.name === 'list' && entry && <AddToListDialog entries={open.entries} onClose={close} />}
        {open?.name === 'history' && entry && <HistoryDialog entry={entry} onClose={close} />}
        {open?.name === 'edit' && entry && (
          <EditDialog
            key={entry.id}
            entry={entry}
            onSave={saved}
            onHistory={() => onOpen('history', entry)}
            onClose={close}
          />
        )}
        {open?.name === 'more' && entry && (
          <MoreDialog guid={entry.guid} onOpen={onOpen} onSelect={() => selection.pick(entry.guid)} onClose={close} />
        )}
        {open?.name === 'keys' && <KeysDialog onClose={close} />}
      </SelectionContext>
    </EditContext>
  );
});
