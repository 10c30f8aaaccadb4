import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import { mostFavourites } from '@nightshelf/contracts/list-rules.ts';
import { Plus } from 'lucide-react';
import { FavouriteCovers } from '../../../entities/game/favourite-covers.tsx';
import { favouriteTexts as texts } from './texts.ts';

interface FavouriteSlotsProps {
  readonly games: readonly Favourite[];
  readonly onAdd: () => void;
}

/** Favorites as others see them, and the free places; the first free one opens the picker. */
export function FavouriteSlots({ games, onAdd }: FavouriteSlotsProps) {
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
