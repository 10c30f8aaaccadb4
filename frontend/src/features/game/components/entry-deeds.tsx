import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { History, ListPlus, Pencil, Share2, Trash2 } from 'lucide-react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { editNotice } from '../../../entities/entry/quick/quick-edit.ts';
import { loadEntryHistory } from '../../../entities/history/entry-history.tsx';
import { historyTexts } from '../../../entities/history/texts.ts';
import { removeRequested, updateRequested } from '../../../entities/library/slice.ts';
import { withChanges } from '../../../entities/library/sync/overlay.ts';
import { loadAddToList } from '../../../entities/lists/add-to-list.tsx';
import { listTexts } from '../../../entities/lists/texts.ts';
import { selectAccount } from '../../../entities/session/selectors.ts';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.vault;

interface EntryDeedsProps {
  readonly entry: LibraryEntry;
  readonly onEdit: () => void;
  readonly onList: () => void;
  readonly onHistory: () => void;
}

/** Further actions on a vault entry: share, edit, add to a list, history, remove. */
export function EntryDeeds({ entry, onEdit, onList, onHistory }: EntryDeedsProps) {
  const dispatch = useDispatch();
  const account = useSelector(selectAccount);
  const { is_shared, game } = entry;
  const share = () => {
    const changes = { is_shared: !is_shared };
    const undo = updateRequested({ entry: withChanges(entry, changes), changes: { is_shared } });
    dispatch(updateRequested({ entry, changes }));
    dispatch(editNotice(texts.said(game.name, !is_shared, account?.privacy === 'public'), undo));
  };
  return (
    <div className="-mr-2 flex flex-wrap max-sm:-ml-2.5 sm:gap-1">
      <Button
        size="small"
        look="plain"
        aria-label={texts.shareLabel(game.name)}
        aria-pressed={is_shared}
        onClick={share}
        className="px-2.5!"
      >
        <Share2 aria-hidden="true" className={is_shared ? 'size-4 text-accent' : 'size-4'} />
        {texts.share}
      </Button>
      <Button size="small" look="plain" onClick={onEdit} className="px-2.5!">
        <Pencil aria-hidden="true" className="size-4" />
        {texts.edit}
      </Button>
      <Button
        size="small"
        look="plain"
        title={listTexts.addTo}
        aria-label={listTexts.addTo}
        aria-haspopup="dialog"
        onClick={onList}
        onPointerEnter={loadAddToList}
        className="min-w-11 px-2.5! pointer-fine:min-w-9"
      >
        <ListPlus aria-hidden="true" className="size-4.5" />
      </Button>
      <Button
        size="small"
        look="plain"
        title={historyTexts.open}
        aria-label={historyTexts.openOf(game.name)}
        aria-haspopup="dialog"
        onClick={onHistory}
        onPointerEnter={loadEntryHistory}
        className="min-w-11 px-2.5! pointer-fine:min-w-9"
      >
        <History aria-hidden="true" className="size-4.5" />
      </Button>
      <Button size="small" look="plain" onClick={() => dispatch(removeRequested(entry))} className="min-w-11 px-2.5!">
        <Trash2 aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{texts.remove}</span>
      </Button>
    </div>
  );
}
