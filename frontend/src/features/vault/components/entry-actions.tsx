import type { LibraryEntry } from '@nightshelf/contracts';
import { Pencil, Share2, Trash2 } from 'lucide-react';
import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { removeRequested, updateRequested } from '../../../entities/library/slice.ts';
import { cx } from '../../../lib/cx.ts';
import { vaultTexts as texts } from '../texts.ts';

interface EntryActionsProps {
  readonly entry: LibraryEntry;
  /** On a cover, or in a row of the list. */
  readonly look: 'overlay' | 'plain';
  readonly onEdit: (entry: LibraryEntry) => void;
  /** Editing is likely. */
  readonly onApproach: () => void;
}

/** Edit, Share and Remove for one game of the vault. */
export function EntryActions({ entry, look, onEdit, onApproach }: EntryActionsProps) {
  const dispatch = useDispatch();
  const { is_shared, game } = entry;
  const share = () => dispatch(updateRequested({ entry, changes: { is_shared: !is_shared } }));
  const button = { look: 'plain', size: 'icon' } as const;
  return (
    <div
      className={cx(
        'flex justify-between gap-1',
        look === 'overlay' && 'w-full rounded-lg bg-surface-0/90 shadow-lift',
      )}
    >
      <Button
        {...button}
        title={texts.actions.edit}
        aria-label={texts.edit(game.name)}
        aria-haspopup="dialog"
        onClick={() => onEdit(entry)}
        onPointerEnter={onApproach}
        onFocus={onApproach}
      >
        <Pencil aria-hidden="true" className="size-4.5" />
      </Button>
      <Button
        {...button}
        title={is_shared ? texts.actions.unshare : texts.actions.share}
        aria-label={texts.share(game.name)}
        aria-pressed={is_shared}
        onClick={share}
      >
        <Share2 aria-hidden="true" className={cx('size-4.5', is_shared && 'text-accent')} />
      </Button>
      <Button
        {...button}
        title={texts.actions.remove}
        aria-label={texts.remove(game.name)}
        onClick={() => dispatch(removeRequested(entry))}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </Button>
    </div>
  );
}
