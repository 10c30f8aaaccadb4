import type { Game } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { useQuickEdit } from '../../../entities/entry/quick/quick-edit.ts';
import { RatingControl } from '../../../entities/entry/quick/rating-control.tsx';
import { RatingStars } from '../../../entities/entry/quick/rating-stars.tsx';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import { cx } from '../../../lib/cx.ts';
import { searchTexts as texts } from '../texts.ts';

interface QuickAddProps {
  readonly game: Game;
  /** Undefined while the game is not in the vault. */
  readonly entry: LibraryEntry | undefined;
  readonly onAdd: (status: Status) => void;
}

/** Adds a game to the vault with one click; then offers rating and time logging in place. */
export function QuickAdd({ game, entry, onAdd }: QuickAddProps) {
  const edit = useQuickEdit();
  const choose = (status: Status) => (entry ? edit(entry, { status }) : onAdd(status));
  return (
    // Hidden on touch devices, where a cover has no room; the form and the game's page offer the same.
    <div className="w-full rounded-lg bg-surface-0/92 p-1 shadow-lift [@media(hover:none)]:hidden">
      {entry && (
        <>
          <RatingStars entry={entry} use="pointer" />
          <div className="mb-1 flex gap-1">
            <RatingControl entry={entry} className="min-h-8 min-w-9 justify-center rounded-md bg-surface-2 text-xs" />
            <HoursButtons entry={entry} className="flex-1" />
          </div>
        </>
      )}
      <fieldset
        aria-label={entry ? texts.statusOf(game.name) : texts.addAs(game.name)}
        className="grid min-w-0 grid-cols-5"
      >
        {statusOptions.map(({ value, label }) => {
          const { Icon, tint, wash } = statusLooks[value];
          const isCurrent = value === entry?.status;
          return (
            <button
              key={value}
              type="button"
              title={label}
              aria-label={label}
              aria-pressed={isCurrent}
              onClick={() => choose(value)}
              className={cx(
                'flex h-9 items-center justify-center rounded-md transition-colors duration-150 hover:bg-surface-3',
                tint,
                isCurrent && wash,
              )}
            >
              <Icon aria-hidden="true" className="size-4.5" />
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
