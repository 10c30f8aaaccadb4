import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { Handle, HandleHint, heldClasses } from '../../../entities/ordering/handle.tsx';
import { useOrdering } from '../../../entities/ordering/use-ordering.ts';
import { cx } from '../../../lib/cx.ts';
import { favouritesChosen } from './state.ts';
import { favouriteTexts as texts } from './texts.ts';

interface FavouriteRowsProps {
  readonly games: readonly Favourite[];
  readonly onChoose: (games: readonly Favourite[]) => void;
  /** Null when all places are taken. */
  readonly onAdd: (() => void) | null;
  /** The last favorite is about to be removed together with the rows. */
  readonly onEmptied: () => void;
}

export function FavouriteRows({ games, onChoose, onAdd, onEmptied }: FavouriteRowsProps) {
  const dispatch = useDispatch();
  const list = useRef<HTMLOListElement>(null);
  const { shown, lifted, said, say, ...actions } = useOrdering(games, list, (game, to) =>
    onChoose(games.filter((one) => one !== game).toSpliced(to, 0, game)),
  );
  const takeOut = (game: Favourite) => {
    // The focused button is about to disappear.
    if (games.length === 1) onEmptied();
    else list.current?.focus({ preventScroll: true });
    onChoose(games.filter((one) => one !== game));
    const undo = { label: texts.undo, dispatches: favouritesChosen(games) };
    dispatch(alertRaised({ tone: 'notice', text: texts.takenOut(game.name), action: undo }));
  };
  return (
    <div className="max-w-3xl">
      <HandleHint />
      <ol
        ref={list}
        tabIndex={-1}
        aria-label={texts.list}
        className="grid auto-rows-[5.5rem] grid-cols-1 gap-y-1 outline-none"
      >
        {shown.map((game, place) => {
          const held = lifted?.entryId === game.entry_id ? lifted : null;
          return (
            <li
              key={game.entry_id}
              data-entry={game.entry_id}
              style={held ? { translate: `0 ${held.offset}px` } : undefined}
              className={cx(
                'flex min-w-0 items-center rounded-xl bg-surface-1 pr-1 sm:gap-2 sm:pr-2',
                held ? heldClasses : 'hover:bg-surface-2',
              )}
            >
              <Handle game={game} place={place} count={shown.length} lifted={held} actions={actions} />
              <GameCover
                guid={game.guid}
                name={game.name}
                address={game.image_url}
                className="w-13! shrink-0 rounded-md shadow-lift"
              />
              <p className="line-clamp-2 min-w-0 flex-1 px-2 font-semibold [overflow-wrap:anywhere] sm:px-3" dir="auto">
                {game.name}
              </p>
              <Button
                look="plain"
                size="icon"
                title={texts.takeOut(game.name)}
                aria-label={texts.takeOut(game.name)}
                onClick={() => takeOut(game)}
              >
                <X aria-hidden="true" className="size-4.5" />
              </Button>
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {onAdd && (
        <Button size="small" onClick={onAdd} className="mt-3">
          <Plus aria-hidden="true" className="size-4.5" />
          {texts.choose}
        </Button>
      )}
    </div>
  );
}
