import type { Favourite } from '@nightshelf/contracts/favourites.ts';
import type { ReactNode } from 'react';
import { GameCover } from './game-cover.tsx';
import { TravelLink } from './travel-link.tsx';

interface FavouriteCoversProps {
  readonly label: string;
  readonly games: readonly Pick<Favourite, 'entry_id' | 'guid' | 'name' | 'image_url'>[];
  /** Fills the empty places. */
  readonly children?: ReactNode;
}

/** A user's favorite games: up to five covers in a row, each linked to its game. */
export function FavouriteCovers({ label, games, children }: FavouriteCoversProps) {
  return (
    <ol aria-label={label} className="grid max-w-3xl grid-cols-5 gap-2 sm:gap-4">
      {games.map(({ entry_id, guid, name, image_url }) => (
        <li key={entry_id} className="min-w-0">
          <TravelLink to={`/game/${encodeURIComponent(guid)}`} title={name} className="group block rounded-lg">
            <GameCover
              guid={guid}
              name={name}
              address={image_url}
              eager
              className="shadow-lift transition-[filter] duration-150 group-hover:brightness-110"
            />
            <span
              className="mt-1.5 line-clamp-2 text-sm leading-snug text-ink-2 max-sm:sr-only group-hover:text-ink-1"
              dir="auto"
            >
              {name}
            </span>
          </TravelLink>
        </li>
      ))}
      {children}
    </ol>
  );
}
