import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { ChevronUp, ListPlus, Share2, Trash2, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { said } from '../../../entities/entry/quick/quick-edit.ts';
import { statusChoices } from '../../../entities/entry/quick/status-control.tsx';
import type { EntryChanges } from '../../../entities/library/api.ts';
import { selectLibrary } from '../../../entities/library/selectors.ts';
import { type LibraryState, libraryActions } from '../../../entities/library/slice.ts';
import { loadAddToList } from '../../../entities/lists/add-to-list.tsx';
import { listTexts } from '../../../entities/lists/texts.ts';
import { statusLooks } from '../../../entities/status/statuses.ts';
import { type Bulk, removeAll, updateAll } from './bulk.ts';
import { MenuButton } from './menu-button.tsx';
import { platformChoices } from './platform-choices.ts';
import { type Selection, useSelected } from './selection.ts';
import { selectionTexts as texts } from './texts.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly shown: readonly LibraryEntry[];
  readonly onList: (entries: readonly LibraryEntry[]) => void;
  /** An action was done, or the selection was cleared. */
  readonly onDone: () => void;
}

/** Actions for all selected games; visible while any is selected. */
export function SelectionBar({ selection, shown, onList, onDone }: SelectionBarProps) {
  const guids = useSelected(selection);
  const { entries } = useSelector((state: { readonly library: LibraryState }) => selectLibrary(state));
  const selected = useMemo(
    () => [...guids].flatMap((guid) => (entries[guid] ? [entries[guid]] : [])),
    [guids, entries],
  );
  useEffect(() => {
    if (selected.length < guids.size) selection.keep(selected.map(({ guid }) => guid));
  }, [selected, guids, selection]);
  if (selected.length === 0) return null;
  const hidden = selected.length - shown.filter(({ guid }) => guids.has(guid)).length;
  return <OpenBar {...{ selection, shown, selected, hidden, onList, onDone }} />;
}

interface OpenBarProps extends SelectionBarProps {
  readonly selected: readonly LibraryEntry[];
  readonly hidden: number;
}

function OpenBar({ selection, shown, selected, hidden, onList, onDone }: OpenBarProps) {
  const dispatch = useDispatch();
  const platforms = useMemo(() => platformChoices(selected), [selected]);
  const isShared = selected.every(({ is_shared }) => is_shared);
  const clear = () => {
    selection.clear();
    onDone();
  };
  const carry = ({ does, undoes }: Bulk, text: string) => {
    clear();
    if (does.length === 0) return;
    dispatch(libraryActions.severalRequested(does));
    dispatch(said(text, libraryActions.severalRequested(undoes)));
  };
  const update = (changes: EntryChanges, what: string) => {
    const bulk = updateAll(selected, changes);
    carry(bulk, texts.updated(bulk.does.length, what));
  };
  const icon = { look: 'plain', size: 'icon' } as const;
  return (
    <section
      data-passing
      aria-label={texts.bar}
      className="rises fixed inset-x-2 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 flex flex-wrap items-center gap-1 rounded-xl border border-line bg-surface-2 p-1.5 shadow-lift sm:inset-x-6 sm:w-fit lg:bottom-6 lg:left-64"
    >
      <p role="status" className="min-w-28 flex-1 px-2.5 text-sm font-medium whitespace-nowrap tabular-nums">
        {texts.count(selected.length, hidden)}
      </p>
      <Button
        size="small"
        look="plain"
        className="max-sm:order-1"
        onClick={() => selection.add(shown.map(({ guid }) => guid))}
      >
        {texts.all}
      </Button>
      <MenuButton
        label={texts.status}
        choices={statusChoices}
        onChoose={(status) => update({ status }, statusLooks[status].label)}
      >
        {texts.status}
        <ChevronUp aria-hidden="true" className="size-4" />
      </MenuButton>
      <MenuButton
        label={texts.platform}
        choices={platforms}
        onChoose={(platform_id) =>
          update({ platform_id }, platforms.find(({ value }) => value === platform_id)?.label ?? texts.noPlatform)
        }
      >
        {texts.platform}
        <ChevronUp aria-hidden="true" className="size-4" />
      </MenuButton>
      <Button
        {...icon}
        title={listTexts.addTo}
        aria-label={listTexts.addTo}
        aria-haspopup="dialog"
        onClick={() => onList(selected)}
        onPointerEnter={loadAddToList}
      >
        <ListPlus aria-hidden="true" className="size-4.5" />
      </Button>
      <Button
        {...icon}
        title={isShared ? texts.unshare : texts.share}
        aria-label={isShared ? texts.unshare : texts.share}
        onClick={() => update({ is_shared: !isShared }, isShared ? texts.unshared : texts.shared)}
      >
        <Share2 aria-hidden="true" className="size-4.5" />
      </Button>
      <Button
        {...icon}
        title={texts.remove}
        aria-label={texts.remove}
        onClick={() => carry(removeAll(selected), texts.removed(selected.length))}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </Button>
      <Button {...icon} title={texts.clear} aria-label={texts.clear} aria-keyshortcuts="Escape" onClick={clear}>
        <X aria-hidden="true" className="size-4.5" />
      </Button>
    </section>
  );
}
