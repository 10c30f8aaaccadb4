import type { GameList, LibraryEntry, ListedGame } from '@nightshelf/contracts';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { controlClasses } from '../../../components/ui/field.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { sortEntries } from '../../../entities/entry/sort-entries.ts';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { selectEntries } from '../../../entities/library/selectors.ts';
import { isTemporary } from '../../../entities/library/sync/change.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { useAddToListMutation, useTakeFromListMutation } from '../../../entities/lists/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { cx } from '../../../lib/cx.ts';
import { listTexts as texts } from '../texts.ts';

/** More are found by their names. */
const most = 60;

interface AddGamesProps {
  readonly list: GameList;
  readonly games: readonly ListedGame[];
  readonly onClose: () => void;
}

/** Games of the vault, to be ticked: those of the list are. */
export function AddGamesDialog({ list, games, onClose }: AddGamesProps) {
  useLibrary();
  const [query, setQuery] = useState('');
  const entries = useSelector(selectEntries);
  const [add, adding] = useAddToListMutation();
  const [take, taking] = useTakeFromListMutation();
  const listed = useMemo(() => new Set(games.map(({ entry_id }) => entry_id)), [games]);
  const words = query.trim().toLowerCase();
  const found = useMemo(
    () =>
      sortEntries(
        // The server does not know of those yet that are still being added.
        entries.filter((entry) => !isTemporary(entry) && entry.game.name.toLowerCase().includes(words)),
        'title',
        'newest',
      ),
    [entries, words],
  );
  const fault = adding.error ?? taking.error;
  const toggle = ({ id: entryId }: LibraryEntry) =>
    listed.has(entryId) ? take({ id: list.id, entryId }) : add({ id: list.id, entryIds: [entryId] });
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <div className="relative mb-3">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3.25 left-3.5 size-4.5 text-ink-3" />
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={query}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          onChange={({ target }) => setQuery(target.value)}
          className={cx(controlClasses, 'h-11 pr-3 pl-10.5')}
        />
      </div>
      {fault !== undefined && <MessageBox className="mb-3">{messageOf(fault, texts.notChanged)}</MessageBox>}
      <ul aria-label={texts.add} className="-mx-2 h-[min(26rem,55vh)] overflow-y-auto overscroll-contain">
        {found.slice(0, most).map((entry) => (
          <li key={entry.id} className="flex items-center gap-3 rounded-lg px-2 hover:bg-surface-2">
            <Checkbox
              label={entry.game.name}
              checked={listed.has(entry.id)}
              disabled={adding.isLoading || taking.isLoading}
              onChange={() => toggle(entry)}
              className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]"
            />
            <GameCover
              guid={entry.guid}
              name={entry.game.name}
              address={coverAddress(entry.game)}
              className="my-1 w-8! shrink-0 rounded"
            />
          </li>
        ))}
        <li className="px-2 py-2 text-sm text-ink-3">
          {entries.length === 0 && texts.emptyVault}
          {entries.length > 0 && found.length === 0 && texts.noMatch}
          {found.length > most && texts.more(found.length - most)}
        </li>
      </ul>
    </Dialog>
  );
}
