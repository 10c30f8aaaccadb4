import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { mostFavourites } from '@nightshelf/contracts/list-rules.ts';
import { Plus, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { PickGamesDialog } from '../../../entities/entry/picker/pick-games-dialog.tsx';
import { FavouriteCovers } from '../../../entities/game/favourite-covers.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { selectEntries } from '../../../entities/library/selectors.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { Handle, HandleHint, heldClasses } from '../../../entities/ordering/handle.tsx';
import { useOrdering } from '../../../entities/ordering/use-ordering.ts';
import { cx } from '../../../lib/cx.ts';
import { favouritesApi, favouritesChosen } from './state.ts';
import { favouriteTexts as texts } from './texts.ts';

interface FavouriteRowsProps {
  readonly games: readonly Favourite[];
  readonly onChoose: (games: readonly Favourite[]) => void;
  /** Null when all places are taken. */
  readonly onAdd: (() => void) | null;
  /** The last favorite is about to be removed together with the rows. */
  readonly onEmptied: () => void;
}

function FavouriteRows({ games, onChoose, onAdd, onEmptied }: FavouriteRowsProps) {
  const dispatch = useDispatch();
  const list = useRef<HTMLOListElement>(null);
  const { shown, lifted, announcement, announce, ...actions } = useOrdering(games, list, (game, to) =>
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
              <IconButton
                Icon={X}
                label={texts.takeOut(game.name)}
                title={texts.takeOut(game.name)}
                onClick={() => takeOut(game)}
              />
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
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

interface FavouriteSlotsProps {
  readonly games: readonly Favourite[];
  readonly onAdd: () => void;
}

/** Favorites as others see them, and the free places; the first free one opens the picker. */
function FavouriteSlots({ games, onAdd }: FavouriteSlotsProps) {
  const left = mostFavourites - games.length;
  return (
    <FavouriteCovers label={texts.title} games={games}>
      {left > 0 && (
        <li>
          <button
            type="button"
            aria-label={texts.choose}
            title={texts.choose}
            onClick={onAdd}
            className="flex aspect-3/4 w-full items-center justify-center rounded-lg bg-surface-1 text-ink-2 ring-1 ring-line ring-inset hover:bg-surface-2 hover:text-ink-1"
          >
            <Plus aria-hidden="true" className="size-6" />
          </button>
        </li>
      )}
      {Array.from({ length: left - 1 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <li key={place} aria-hidden="true" className="aspect-3/4 rounded-lg bg-surface-1" />
      ))}
    </FavouriteCovers>
  );
}

/** Five places for the user's favorite games: choose, reorder, remove. */
export function Favourites() {
  const dispatch = useDispatch();
  const { data, error, refetch } = favouritesApi.useFavouritesQuery();
  const games = useInVault(data?.favourites.games);
  const [isEditing, setEditing] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  const pick = () => {
    opener.current = document.activeElement;
    setPicking(true);
  };
  // When the last place is filled, the button that the dialog would focus is gone.
  useEffect(() => {
    if (!isPicking && opener.current?.isConnected === false) title.current?.focus({ preventScroll: true });
  }, [isPicking]);
  const picked = useMemo(() => new Set(games?.map(({ entry_id }) => entry_id)), [games]);
  const choose = (chosen: readonly Favourite[]) => dispatch(favouritesChosen(chosen));

  const toggle = (entry: LibraryEntry) => {
    if (!games) return;
    const others = games.filter(({ entry_id }) => entry_id !== entry.id);
    choose(others.length < games.length ? others : [...games, favouriteOf(entry)]);
  };
  const isFull = games !== undefined && games.length >= mostFavourites;
  const rows = isEditing && games && games.length > 0;
  return (
    <section aria-labelledby="favourites" className="mb-10">
      <div className="mb-3 flex min-h-11 max-w-3xl items-center justify-between gap-3">
        <h2 id="favourites" ref={title} tabIndex={-1} className="text-xl outline-none">
          {texts.title}
        </h2>
        {games && games.length > 0 && (
          <Button
            look="plain"
            size="small"
            aria-label={isEditing ? texts.done : texts.editAll}
            onClick={() => setEditing(!isEditing)}
          >
            {isEditing ? texts.done : texts.edit}
          </Button>
        )}
      </div>
      {!games && error && (
        <p className="text-ink-2">
          {texts.failed}{' '}
          <Button size="small" onClick={() => refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {!games && !error && <Waiting />}
      {rows && (
        <FavouriteRows
          games={games}
          onChoose={choose}
          onAdd={isFull ? null : pick}
          onEmptied={() => title.current?.focus({ preventScroll: true })}
        />
      )}
      {games && !rows && <FavouriteSlots games={games} onAdd={pick} />}
      {/* Rendered even when empty, so that nothing below shifts once the favorites load. */}
      {!rows && <p className="mt-3 text-sm text-ink-3">{texts.hint}</p>}
      {isPicking && games && (
        <PickGamesDialog
          title={texts.pick}
          picked={picked}
          isFull={isFull}
          message={isFull ? { tone: 'notice', text: texts.full } : null}
          emptyVault={texts.emptyVault}
          onToggle={toggle}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  );
}

/** Omits favorites that were removed from the vault. */
function useInVault(games: readonly Favourite[] | undefined): readonly Favourite[] | undefined {
  const { status } = useLibrary();
  const entries = useSelector(selectEntries);
  return useMemo(() => {
    if (status !== 'ready' || !games) return games;
    const ids = new Set(entries.map(({ id }) => id));
    return games.filter(({ entry_id }) => ids.has(entry_id));
  }, [games, entries, status]);
}

const favouriteOf = ({ id, guid, game, image_url }: LibraryEntry): Favourite => ({
  entry_id: id,
  guid,
  name: game.name,
  image_url,
});

function Waiting() {
  return (
    <Loading text={texts.loading} className="grid max-w-3xl grid-cols-5 gap-2 sm:gap-4">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        // As high as a cover with its name.
        <div key={key} className="sm:pb-6.5">
          <Skeleton className="aspect-3/4 rounded-lg" />
        </div>
      ))}
    </Loading>
  );
}
