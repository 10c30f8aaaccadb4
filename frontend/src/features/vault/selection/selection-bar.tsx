import type { LibraryEntry, PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import { ChevronUp, ListPlus, Share2, Trash2, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { type Choice, useChoiceMenu } from '../../../entities/entry/quick/choice-menu.tsx';
import { editNotice, undoOf } from '../../../entities/entry/quick/quick-edit.ts';
import { statusChoices } from '../../../entities/entry/quick/status-control.tsx';
import type { EntryChanges } from '../../../entities/library/api.ts';
import { changedFields, isEmpty } from '../../../entities/library/merge-changes.ts';
import { selectLibrary } from '../../../entities/library/selectors.ts';
import {
  type LibraryState,
  libraryActions,
  type RequestAction,
  removeRequested,
  restoreRequested,
  updateRequested,
} from '../../../entities/library/slice.ts';
import { loadAddToList } from '../../../entities/lists/add-to-list.tsx';
import { listTexts } from '../../../entities/lists/texts.ts';
import { statusLooks } from '../../../entities/status/statuses.ts';
import { type Selection, useSelected } from './selection.tsx';
import { selectionTexts as texts } from './texts.ts';

/** One request per game, and those that undo them. */
interface Bulk {
  readonly does: readonly RequestAction[];
  readonly undoes: readonly RequestAction[];
}

/** Skips entries that already have the value. */
function updateAll(entries: readonly LibraryEntry[], wanted: EntryChanges): Bulk {
  const edits = entries.flatMap((entry) => {
    const changes = changedFields(entry, wanted);
    return isEmpty(changes) ? [] : [{ entry, changes }];
  });
  return { does: edits.map(updateRequested), undoes: edits.map(({ entry, changes }) => undoOf(entry, changes)) };
}

const removeAll = (entries: readonly LibraryEntry[]): Bulk => ({
  does: entries.map((entry) => removeRequested(entry)),
  undoes: entries.map((entry) => restoreRequested(entry)),
});

interface MenuButtonProps<Value> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** A menu button without a selected item. */
function MenuButton<Value extends string | number | null>(props: MenuButtonProps<Value>) {
  const { label } = props;
  const { opener, menu } = useChoiceMenu({ ...props, title: label, subject: label });
  return (
    <>
      <Button {...opener} size="small" look="plain">
        {label}
        <ChevronUp aria-hidden="true" className="size-4" />
      </Button>
      {menu}
    </>
  );
}

const byName = (one: Choice<PlatformId>, other: Choice<PlatformId>) => one.label.localeCompare(other.label);

/** Returns platforms to choose from for several games: theirs first, then all known ones, 'Not Listed', and none. */
function platformChoices(entries: readonly LibraryEntry[]): readonly Choice<PlatformId>[] {
  const own = new Map<PlatformId, string>();
  for (const { game } of entries) for (const { id, name } of game.platforms) if (id !== null) own.set(id, name);
  const names = new Set(own.values());
  // Some names belong to two ids; one is enough.
  const others = new Map([...platformNames].reverse().map(([id, name]) => [name, id]));
  return [
    ...[...own].map(([value, label]) => ({ value, label })).sort(byName),
    ...[...others].flatMap(([label, value]) => (names.has(label) ? [] : [{ value, label }])).sort(byName),
    { value: notListed, label: texts.notListed },
    { value: null, label: texts.noPlatform },
  ];
}

interface SelectionBarProps {
  readonly selection: Selection;
  readonly shown: readonly LibraryEntry[];
  readonly onList: (entries: readonly LibraryEntry[]) => void;
  /** An action was done, or the selection was cleared. */
  readonly onDone: () => void;
}

/** Actions for all selected games; visible while any is selected. */
export function SelectionBar({ selection, shown, onList, onDone }: SelectionBarProps) {
  const dispatch = useDispatch();
  const guids = useSelected(selection);
  const { entries } = useSelector((state: { readonly library: LibraryState }) => selectLibrary(state));
  const selected = useMemo(
    () => [...guids].flatMap((guid) => (entries[guid] ? [entries[guid]] : [])),
    [guids, entries],
  );
  const platforms = useMemo(() => platformChoices(selected), [selected]);
  useEffect(() => {
    if (selected.length < guids.size) selection.keep(selected.map(({ guid }) => guid));
  }, [selected, guids, selection]);
  if (selected.length === 0) return null;
  const hidden = selected.length - shown.filter(({ guid }) => guids.has(guid)).length;
  const isShared = selected.every(({ is_shared }) => is_shared);
  const clear = () => {
    selection.clear();
    onDone();
  };
  const carry = ({ does, undoes }: Bulk, text: string) => {
    clear();
    if (does.length === 0) return;
    dispatch(libraryActions.severalRequested(does));
    dispatch(editNotice(text, libraryActions.severalRequested(undoes)));
  };
  const update = (changes: EntryChanges, what: string) => {
    const bulk = updateAll(selected, changes);
    carry(bulk, texts.updated(bulk.does.length, what));
  };
  return (
    <section
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
      />
      <MenuButton
        label={texts.platform}
        choices={platforms}
        onChoose={(platform_id) =>
          update({ platform_id }, platforms.find(({ value }) => value === platform_id)?.label ?? texts.noPlatform)
        }
      />
      <IconButton
        Icon={ListPlus}
        label={listTexts.addTo}
        title={listTexts.addTo}
        aria-haspopup="dialog"
        onClick={() => onList(selected)}
        onPointerEnter={loadAddToList}
      />
      <IconButton
        Icon={Share2}
        label={isShared ? texts.unshare : texts.share}
        title={isShared ? texts.unshare : texts.share}
        onClick={() => update({ is_shared: !isShared }, isShared ? texts.unshared : texts.shared)}
      />
      <IconButton
        Icon={Trash2}
        label={texts.remove}
        title={texts.remove}
        onClick={() => carry(removeAll(selected), texts.removed(selected.length))}
      />
      <IconButton Icon={X} label={texts.clear} title={texts.clear} aria-keyshortcuts="Escape" onClick={clear} />
    </section>
  );
}
