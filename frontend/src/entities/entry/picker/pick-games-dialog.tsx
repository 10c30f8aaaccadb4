import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import { CoverOf } from '../../game/game-cover.tsx';
import { selectEntries } from '../../library/selectors.ts';
import { isTemporary } from '../../library/sync/change.ts';
import { useLibrary } from '../../library/use-library.ts';
import { sortEntries } from '../sort-entries.ts';
import { pickerTexts as texts } from './texts.ts';

/** The user finds other games by typing a name. */
const most = 60;

interface PickGamesProps {
  readonly title: string;
  /** Ids of the ticked entries. */
  readonly picked: ReadonlySet<string>;
  readonly isBusy?: boolean;
  /** No more can be ticked; ticked ones can be removed. */
  readonly isFull?: boolean;
  /** The error of the last pick, or a notice that the limit is reached. */
  readonly message?: { readonly text: string; readonly tone: 'error' | 'notice' } | null;
  readonly emptyVault: string;
  readonly onToggle: (entry: LibraryEntry) => void;
  readonly onClose: () => void;
}

export function PickGamesDialog(props: PickGamesProps) {
  const { title, picked, isBusy = false, isFull = false, message, emptyVault, onToggle, onClose } = props;
  useLibrary();
  const [query, setQuery] = useState('');
  const entries = useSelector(selectEntries);
  const words = query.trim().toLowerCase();
  const found = useMemo(
    () =>
      sortEntries(
        // The server does not know entries whose addition is unacknowledged.
        entries.filter((entry) => !isTemporary(entry) && entry.game.name.toLowerCase().includes(words)),
        'title',
        'newest',
      ),
    [entries, words],
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <SearchInput
        aria-label={texts.search}
        placeholder={texts.search}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        className="mb-3"
      />
      {message && (
        <MessageBox tone={message.tone} className="mb-3">
          {message.text}
        </MessageBox>
      )}
      <ul aria-label={title} className="-mx-2 h-[min(26rem,55vh)] overflow-y-auto overscroll-contain">
        {found.slice(0, most).map((entry) => (
          <li key={entry.id} className="flex items-center gap-3 rounded-lg px-2 hover:bg-surface-2">
            <Checkbox
              label={entry.game.name}
              checked={picked.has(entry.id)}
              disabled={isBusy || (isFull && !picked.has(entry.id))}
              onChange={() => onToggle(entry)}
              className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]"
            />
            <CoverOf game={entry.game} className="my-1 w-8! shrink-0 rounded" />
          </li>
        ))}
        <li className="px-2 py-2 text-sm text-ink-3">
          {entries.length === 0 && emptyVault}
          {entries.length > 0 && found.length === 0 && texts.noMatch}
          {found.length > most && texts.more(found.length - most)}
        </li>
      </ul>
    </Dialog>
  );
}
