import type { Game } from '@nightshelf/contracts/games.ts';
import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectEntry } from '../../../entities/library/selectors.ts';
import type { LibraryState } from '../../../entities/library/slice.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { playsTexts } from './texts.ts';

const PlaysPanel = lazyPart(() => import('./plays-panel.tsx').then(({ PlaysPanel }) => ({ default: PlaysPanel })));

/** How a game was played, for whoever has it. */
export function Plays({ game }: { readonly game: Game }) {
  const entry = useSelector((state: { readonly library: LibraryState }) => selectEntry(state, game.guid));
  if (!entry) return null;
  return (
    <section aria-label={playsTexts.title} className="mt-3 min-h-44 max-w-xl rounded-2xl bg-surface-1 p-4 sm:px-5">
      <Suspense>
        {/* By its game: the entry's id is another once its addition is answered, and what is typed by then stays. */}
        <PlaysPanel key={game.guid} game={game} entry={entry} />
      </Suspense>
    </section>
  );
}
