import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { Ellipsis, ListPlus, Pencil, Share2, Trash2 } from 'lucide-react';
import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { RatingStars } from '../../../entities/entry/quick/rating-stars.tsx';
import { removeRequested, updateRequested } from '../../../entities/library/slice.ts';
import { loadAddToList } from '../../../entities/lists/add-to-list.tsx';
import { listTexts } from '../../../entities/lists/texts.ts';
import { cx } from '../../../lib/cx.ts';
import { vaultTexts as texts } from '../texts.ts';

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
export function EntryActions({ entry, look, isPointedAt, onEdit, onList, onApproach }: EntryActionsProps) {
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
export function MoreButton({ entry, look, onMore, onApproach }: MoreButtonProps) {
  return (
    <Button
      look="plain"
      size="icon"
      aria-label={texts.more(entry.game.name)}
      aria-haspopup="dialog"
      onClick={() => onMore(entry)}
      onPointerEnter={onApproach}
      className={look === 'plain' ? 'md:hidden!' : '-mt-2.5 -mr-3 -mb-4 [@media(hover:hover)]:hidden!'}
    >
      <Ellipsis aria-hidden="true" className="size-5" />
    </Button>
  );
}

type ButtonsProps = Pick<EntryActionsProps, 'entry' | 'onEdit' | 'onList' | 'onApproach'>;

function EntryButtons({ entry, onEdit, onList, onApproach }: ButtonsProps) {
  const dispatch = useDispatch();
  const { is_shared, game } = entry;
  const share = () => dispatch(updateRequested({ entry, changes: { is_shared: !is_shared } }));
  const button = { look: 'plain', size: 'icon', className: 'pointer-fine:size-9 min-w-0 shrink!' } as const;
  return (
    <>
      <Button
        {...button}
        data-quick="edit"
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
        data-quick="list"
        title={listTexts.addTo}
        aria-label={listTexts.addOne(game.name)}
        aria-haspopup="dialog"
        onClick={() => onList(entry)}
        onPointerEnter={loadAddToList}
        onFocus={loadAddToList}
      >
        <ListPlus aria-hidden="true" className="size-4.5" />
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
    </>
  );
}
