import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { History, ListPlus, type LucideIcon, Pencil, Share2, SquareCheck, Trash2 } from 'lucide-react';
import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { RatingStars } from '../../../entities/entry/quick/rating-stars.tsx';
import { historyTexts } from '../../../entities/history/texts.ts';
import { removeRequested, updateRequested } from '../../../entities/library/slice.ts';
import { useEntry } from '../../../entities/library/use-entry.ts';
import { listTexts } from '../../../entities/lists/texts.ts';
import { selectionTexts } from '../selection/texts.ts';
import { vaultTexts as texts } from '../texts.ts';

interface MoreDialogProps {
  readonly guid: string;
  readonly onEdit: (entry: LibraryEntry) => void;
  readonly onList: (entry: LibraryEntry) => void;
  readonly onHistory: (entry: LibraryEntry) => void;
  readonly onSelect: () => void;
  readonly onClose: () => void;
}

/** For touch: a bottom sheet with all actions on one vault game. */
export function MoreDialog({ guid, onEdit, onList, onHistory, onSelect, onClose }: MoreDialogProps) {
  const dispatch = useDispatch();
  const entry = useEntry(guid);
  if (!entry) return null;
  const { game, is_shared } = entry;
  /** Runs after the sheet has closed and returned focus. */
  const then = (action: () => void) => () => {
    onClose();
    requestAnimationFrame(() => setTimeout(action));
  };
  const share = () => dispatch(updateRequested({ entry, changes: { is_shared: !is_shared } }));
  return (
    <Dialog title={game.name} onClose={onClose}>
      <div className="sheet -mt-2 space-y-3">
        <RatingStars entry={entry} />
        <HoursButtons entry={entry} />
        <div className="-mx-2 grid">
          <Item
            Icon={Pencil}
            word={texts.actions.edit}
            label={texts.edit(game.name)}
            onClick={then(() => onEdit(entry))}
          />
          <Item
            Icon={ListPlus}
            word={listTexts.addTo}
            label={listTexts.addOne(game.name)}
            onClick={then(() => onList(entry))}
          />
          <Item
            Icon={History}
            word={historyTexts.open}
            label={historyTexts.openOf(game.name)}
            onClick={then(() => onHistory(entry))}
          />
          <Item
            Icon={Share2}
            word={is_shared ? texts.actions.unshare : texts.actions.share}
            label={texts.share(game.name)}
            pressed={is_shared}
            onClick={share}
          />
          <Item
            Icon={SquareCheck}
            word={texts.select}
            label={selectionTexts.select(game.name)}
            onClick={then(onSelect)}
          />
          <Item
            Icon={Trash2}
            word={texts.actions.remove}
            label={texts.remove(game.name)}
            onClick={then(() => dispatch(removeRequested(entry)))}
          />
        </div>
      </div>
    </Dialog>
  );
}

interface ItemProps {
  readonly Icon: LucideIcon;
  readonly word: string;
  readonly label: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

function Item({ Icon, word, label, pressed, onClick }: ItemProps) {
  return (
    <Button
      look="plain"
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
      className="justify-start! gap-3 px-2.5 text-ink-1"
    >
      <Icon aria-hidden="true" className={pressed ? 'size-5 text-accent' : 'size-5 text-ink-2'} />
      {word}
    </Button>
  );
}
