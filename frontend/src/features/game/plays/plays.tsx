import type { Game } from '@nightshelf/contracts/games.ts';
import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectEntry } from '../../../entities/library/selectors.ts';
import type { LibraryState } from '../../../entities/library/slice.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { playsTexts } from './texts.ts';

const PlaysPanel = lazyPart(() => import('./plays-panel.tsx').then(({ PlaysPanel }) => ({ default: PlaysPanel })));

export function Plays({ game }: { readonly game: Game }) {
  const entry = useSelector((state: { readonly library: LibraryState }) => selectEntry(state, game.guid));
  if (!entry) return null;
  return (
    <section aria-label={playsTexts.title} className="mt-3 min-h-44 max-w-xl rounded-2xl bg-surface-1 p-4 sm:px-5">
      <Suspense>
        {/* Keyed by guid: the entry's id changes when the server confirms the addition, and typed text must survive
            that. */}
        <PlaysPanel key={game.guid} game={game} entry={entry} />
      </Suspense>
    </section>
  );
}
