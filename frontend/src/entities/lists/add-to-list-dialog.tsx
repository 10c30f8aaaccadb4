import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { ListPlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { AsOf } from '../../components/ui/as-of.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { LoadFailureBox } from '../../components/ui/load-failure.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { messageOf } from '../../lib/api-errors.ts';
import { selectLibrary } from '../library/selectors.ts';
import { isTemporary } from '../library/sync/change.ts';
import { useAddToListMutation, useGameListsQuery, useMakeListMutation, useTakeFromListMutation } from './api.ts';
import { listTexts as texts } from './texts.ts';

interface AddToListProps {
  readonly entries: readonly LibraryEntry[];
  readonly onClose: () => void;
}

/** Returns the current entries: a newly added game gets its id only when the server responds. */
function useAsStored(given: readonly LibraryEntry[]): readonly LibraryEntry[] {
  const { entries: all } = useSelector(selectLibrary);
  return given.map((entry) => (isTemporary(entry) ? (all[entry.guid] ?? entry) : entry));
}

/** Puts games into lists. For a single game, ticks show the lists that contain it; several games can only be added. */
export function AddToListDialog({ entries: given, onClose }: AddToListProps) {
  const entries = useAsStored(given);
  // Lists contain only games that the server knows.
  const waiting = entries.filter(isTemporary).length;
  const [first] = entries;
  const one = entries.length === 1 && first ? first : null;
  const { data, isError, isLoading, refetch } = useGameListsQuery(one && waiting === 0 ? one.id : null);
  const cannot = waiting > 0 || data?.kept_at !== undefined;
  const [add, adding] = useAddToListMutation();
  const [take, taking] = useTakeFromListMutation();
  const [make, making] = useMakeListMutation();
  const [name, setName] = useState('');
  const [announcement, setAnnouncement] = useState('');
  /** Lists whose tick was changed here. */
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const fault = making.error ?? adding.error ?? taking.error;

  const tick = (list: GameList, isIn: boolean) => setChanged((before) => ({ ...before, [list.id]: isIn }));
  const addAll = async (list: GameList) => {
    let added = 0;
    for (let at = 0; at < entries.length; at += listRules.addedAtOnce) {
      const entryIds = entries.slice(at, at + listRules.addedAtOnce).map(({ id }) => id);
      added += (await add({ id: list.id, entryIds }).unwrap()).added;
    }
    setAnnouncement(one ? texts.isIn(one.game.name, list.name) : texts.added(added, list.name));
  };
  const takeOut = async (list: GameList, { id, game }: LibraryEntry) => {
    await take({ id: list.id, entryId: id }).unwrap();
    setAnnouncement(texts.isOut(game.name, list.name));
  };
  /** Ticks optimistically and reverts on failure. Several games are never removed. */
  const toggle = (list: GameList, isIn: boolean) => {
    tick(list, one === null || !isIn);
    return (isIn && one ? takeOut(list, one) : addAll(list)).catch(() => tick(list, isIn));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || making.isLoading || cannot) return;
    const made = await make({ name });
    if (!made.data) return;
    setName('');
    refetch();
    await toggle(made.data.list, false);
  };
  return (
    <Dialog title={texts.title(entries.length)} onClose={onClose}>
      <div className="sheet -mt-2">
        {one && (
          <p className="-mt-1 mb-3 line-clamp-2 [overflow-wrap:anywhere] text-ink-2" dir="auto">
            {one.game.name}
          </p>
        )}
        {waiting > 0 && <MessageBox tone="notice">{texts.waiting(waiting)}</MessageBox>}
        <AsOf at={data?.kept_at} className="mb-3 text-sm" />
        {isLoading && <p role="status">{texts.loading}</p>}
        {isError && !data && <LoadFailureBox text={texts.failed} onRetry={() => refetch()} />}
        {data && data.lists.length > 0 && (
          <ul aria-label={texts.lists} className="-mx-2 max-h-[min(24rem,45vh)] overflow-y-auto overscroll-contain">
            {data.lists.map((list) => {
              const isIn = changed[list.id] ?? list.has_entry ?? false;
              return (
                <li key={list.id} className="flex items-center gap-3 rounded-lg px-2 hover:bg-surface-2">
                  <Checkbox
                    label={list.name}
                    checked={isIn}
                    disabled={cannot}
                    onChange={() => toggle(list, isIn)}
                    className="min-w-0 flex-1 [overflow-wrap:anywhere]"
                  />
                  <span className="shrink-0 text-sm text-ink-3 tabular-nums">{texts.count(list.game_count)}</span>
                </li>
              );
            })}
          </ul>
        )}
        {data?.lists.length === 0 && <p className="text-ink-2">{texts.none}</p>}
        {fault !== undefined && (
          <MessageBox className="mt-3">{messageOf(fault, making.error ? texts.notMade : texts.notChanged)}</MessageBox>
        )}
        <form onSubmit={submit} className="mt-4 flex items-end gap-2">
          <TextField
            label={texts.newName}
            value={name}
            maxLength={listRules.name}
            autoComplete="off"
            dir="auto"
            onChange={({ target }) => setName(target.value)}
            className="flex-1"
          />
          <Button type="submit" busy={making.isLoading} disabled={cannot}>
            {!making.isLoading && <ListPlus aria-hidden="true" className="size-4.5" />}
            {texts.make}
          </Button>
        </form>
        <p role="status" className="mt-3 min-h-6 text-sm text-ink-2">
          {announcement}
        </p>
        <Link to="/lists" className="inline-flex min-h-11 items-center text-sm text-accent hover:underline">
          {texts.open}
        </Link>
      </div>
    </Dialog>
  );
}
