import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { SquareCheck } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { RatingStars } from '../../../entities/entry/quick/rating-stars.tsx';
import { useEntry } from '../../../entities/library/use-entry.ts';
import { selectionTexts } from '../selection/texts.ts';
import { vaultTexts as texts } from '../texts.ts';
import { type EntryAction, type OnOpen, useEntryActions } from './entry-actions.ts';

interface MoreDialogProps {
  readonly guid: string;
  readonly onOpen: OnOpen;
  readonly onSelect: () => void;
  readonly onClose: () => void;
}

/** For touch: a bottom sheet with all actions on one vault game. */
export function MoreDialog({ guid, ...props }: MoreDialogProps) {
  const entry = useEntry(guid);
  return entry && <Sheet entry={entry} {...props} />;
}

function Sheet({ entry, onOpen, onSelect, onClose }: Omit<MoreDialogProps, 'guid'> & { readonly entry: LibraryEntry }) {
  const { edit, list, history, share, remove } = useEntryActions(entry, onOpen);
  const { name } = entry.game;
  const select = { Icon: SquareCheck, word: texts.select, label: selectionTexts.select(name), run: onSelect };
  /** Runs after the sheet has closed and returned focus. */
  const afterwards = (action: EntryAction): EntryAction => ({
    ...action,
    run: () => {
      onClose();
      requestAnimationFrame(() => setTimeout(action.run));
    },
  });
  return (
    <Dialog title={name} onClose={onClose}>
      <div className="sheet -mt-2 space-y-3">
        <RatingStars entry={entry} />
        <HoursButtons entry={entry} />
        <div className="-mx-2 grid">
          {[...[edit, list, history].map(afterwards), share, ...[select, remove].map(afterwards)].map(
            ({ Icon, word, label, isPressed, run }: EntryAction) => (
              <Button
                key={label}
                look="plain"
                aria-label={label}
                aria-pressed={isPressed}
                onClick={run}
                className="justify-start! gap-3 px-2.5 text-ink-1"
              >
                <Icon aria-hidden="true" className={isPressed ? 'size-5 text-accent' : 'size-5 text-ink-2'} />
                {word}
              </Button>
            ),
          )}
        </div>
      </div>
    </Dialog>
  );
}
