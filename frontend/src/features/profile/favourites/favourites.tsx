import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { mostFavourites } from '@nightshelf/contracts/list-rules.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { PickGamesDialog } from '../../../entities/entry/picker/pick-games-dialog.tsx';
import { selectEntries } from '../../../entities/library/selectors.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { useFavouritesQuery } from './api.ts';
import { FavouriteRows } from './favourite-rows.tsx';
import { FavouriteSlots } from './favourite-slots.tsx';
import { favouritesChosen } from './state.ts';
import { favouriteTexts as texts } from './texts.ts';

/** Five places for the user's favorite games: choose, reorder, remove. */
export function Favourites() {
  const dispatch = useDispatch();
  const { data, error, refetch } = useFavouritesQuery();
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
    <div role="status" className="grid max-w-3xl grid-cols-5 gap-2 sm:gap-4">
      <span className="sr-only">{texts.loading}</span>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        // As high as a cover with its name.
        <div key={key} className="sm:pb-6.5">
          <Skeleton className="aspect-3/4 rounded-lg" />
        </div>
      ))}
    </div>
  );
}
