import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { useTravelTo } from '../../../entities/game/travel.ts';

interface CoverRowProps {
  readonly title: string;
  /** Link to all of them. */
  readonly way: { readonly to: string; readonly label: string };
  /** Null while loading. */
  readonly entries: readonly LibraryEntry[] | null;
}

/** A horizontally scrolling row of covers. */
export function CoverRow({ title, way, entries }: CoverRowProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-9">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <Link
          to={way.to}
          className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline"
        >
          {way.label}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <ul className="-mx-4 flex scroll-px-4 gap-4 overflow-x-auto px-4 pt-2 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-mx-8 lg:scroll-px-8 lg:px-8">
        {entries
          ? entries.map((entry) => <Cover key={entry.guid} entry={entry} />)
          : ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
              <li key={key} className="w-28 shrink-0 sm:w-32">
                <Skeleton className="aspect-3/4" />
                <Skeleton className="mt-2 h-10" />
              </li>
            ))}
      </ul>
    </section>
  );
}

function Cover({ entry: { guid, game, image_url } }: { readonly entry: LibraryEntry }) {
  const address = `/game/${encodeURIComponent(guid)}`;
  const travel = useTravelTo(address);
  return (
    <li data-guid={guid} className="w-28 shrink-0 sm:w-32">
      <Link to={address} onClick={travel} className="group block rounded-lg">
        <GameCover
          guid={guid}
          name={game.name}
          address={coverAddress(game) ?? image_url}
          className="shadow-lift transition-transform duration-150 ease-out group-hover:-translate-y-0.5"
        />
        <span className="mt-2 line-clamp-2 h-10 text-sm leading-snug group-hover:text-accent" dir="auto">
          {game.name}
        </span>
      </Link>
    </li>
  );
}
