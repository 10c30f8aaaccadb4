import type { ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { X } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { CoverOf } from '../../../entities/game/game-cover.tsx';
import { Handle, type HandleActions, heldClasses } from '../../../entities/ordering/handle.tsx';
import type { Lifted } from '../../../entities/ordering/lifted.ts';
import { cx } from '../../../lib/cx.ts';
import { formatCount } from '../../../lib/format.ts';
import { listTexts as texts } from '../texts.ts';

/** Stable callbacks, so that only changed rows render again. */
export interface RowActions extends HandleActions {
  readonly onPlace: (game: ListedGame) => void;
  readonly onNote: (game: ListedGame) => void;
  readonly onTakeOut: (game: ListedGame) => void;
}

interface GameRowProps {
  readonly game: ListedGame;
  /** Zero-based. */
  readonly place: number;
  readonly count: number;
  /** Set while the game is being moved. */
  readonly lifted: Lifted | null;
  readonly actions: RowActions;
}

export const GameRow = memo(function GameRow({ game, place, count, lifted, actions }: GameRowProps) {
  const { entry_id, guid, name } = game;
  const address = `/game/${encodeURIComponent(guid)}`;
  const style = lifted ? ({ translate: `0 ${lifted.offset}px` } satisfies CSSProperties) : undefined;
  return (
    <li
      data-index={place}
      data-entry={entry_id}
      aria-posinset={place + 1}
      aria-setsize={count}
      style={style}
      className={cx(
        'group flex min-w-0 items-center rounded-xl bg-surface-1 sm:gap-2 sm:pr-2',
        lifted ? heldClasses : 'hover:bg-surface-2',
      )}
    >
      <Handle game={game} place={place} count={count} lifted={lifted} actions={actions} />
      {/* On a phone, the number covers the cover and is its button, because there is no room for both. */}
      <div className="relative flex shrink-0 items-center sm:gap-2">
        <button
          type="button"
          aria-label={texts.place(name, place + 1)}
          aria-haspopup="dialog"
          title={texts.moveTo.title}
          onClick={() => actions.onPlace(game)}
          className={cx(
            'max-sm:absolute max-sm:inset-0 max-sm:z-1 sm:h-11 sm:rounded-lg sm:hover:bg-surface-3',
            count > 999 ? 'sm:w-14' : 'sm:w-11',
          )}
        >
          <span
            className={cx(
              'font-heading font-semibold tabular-nums max-sm:absolute max-sm:top-1 max-sm:left-1 max-sm:rounded-md max-sm:bg-surface-0 max-sm:px-1.5 max-sm:text-sm',
              place < 3 ? 'text-ink-1 sm:text-2xl' : 'text-ink-3 sm:text-lg',
            )}
          >
            {formatCount(place + 1)}
          </span>
        </button>
        <Link to={address} tabIndex={-1} aria-hidden="true" className="block w-14 sm:w-15">
          <CoverOf game={game} className="rounded-md shadow-lift" />
        </Link>
      </div>
      <div className="min-w-0 flex-1 px-2 sm:px-3">
        <h3 className="text-base leading-snug font-semibold tracking-normal" dir="auto">
          <Link
            to={address}
            draggable={false}
            className="line-clamp-2 [overflow-wrap:anywhere] hover:text-accent sm:line-clamp-1"
          >
            {name}
          </Link>
        </h3>
        <Note game={game} onEdit={() => actions.onNote(game)} />
      </div>
      <IconButton
        Icon={X}
        label={texts.takeOut(name)}
        title={texts.takeOut(name)}
        onClick={() => actions.onTakeOut(game)}
      />
    </li>
  );
});

function Note({ game: { name, note }, onEdit }: { readonly game: ListedGame; readonly onEdit: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={note === null ? texts.note.addTo(name) : `${texts.note.edit(name)}: ${note}`}
      onClick={onEdit}
      className={cx(
        '-mx-1.5 block min-h-11 w-full rounded-md px-1.5 text-left text-sm hover:bg-surface-3',
        note === null ? 'text-ink-3' : 'text-ink-2',
      )}
    >
      <span className="line-clamp-2 [overflow-wrap:anywhere]" dir="auto">
        {note ?? texts.note.add}
      </span>
    </button>
  );
}
