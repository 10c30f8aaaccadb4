import type { Game } from '@nightshelf/contracts/games.ts';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { useGradually } from '../../../components/ui/use-gradually.ts';
import { selectAdditions } from '../../../entities/additions/slice.ts';
import { GameGrid } from '../../../entities/game/game-grid.tsx';
import { AddOwnGame } from '../../../entities/own-games/add-own-game.tsx';
import { moreRequested, type SearchState } from '../slice.ts';
import { searchTexts as texts } from '../texts.ts';
import { ResultCard } from './result-card.tsx';

/** Covers that a wide screen shows without scrolling. */
const eagerCards = 5;

/** Moves focus to the first new game, because the focused "more" button disappears. */
function useFocusOnNew(drawn: readonly Game[]) {
  const games = useRef<HTMLDivElement>(null);
  const from = useRef<number>(undefined);
  useEffect(() => {
    if (from.current === undefined || drawn.length <= from.current) return;
    const link = games.current?.querySelectorAll('article')[from.current]?.querySelector<HTMLElement>('h3 a');
    from.current = undefined;
    if (document.activeElement === document.body) link?.focus({ preventScroll: true });
  }, [drawn]);
  const onAsked = () => {
    from.current = drawn.length;
  };
  return { games, onAsked };
}

/** Search results, and a live region that announces an added game. */
export function Results({ search }: { readonly search: SearchState }) {
  const { games } = search;
  const { justAdded } = useSelector(selectAdditions);
  const drawn = useGradually(games, eagerCards);
  const focus = useFocusOnNew(drawn);
  const added = games.filter(({ guid }) => guid in justAdded).map(({ name }) => texts.inVault(name));
  return (
    <>
      <p role="status" className="sr-only">
        {added.join(' ')}
      </p>
      <h2 className="sr-only">{texts.games}</h2>
      <div ref={focus.games}>
        <GameGrid label={texts.title}>
          {drawn.map((game, place) => (
            <ResultCard key={game.guid} game={game} eager={place < eagerCards} />
          ))}
        </GameGrid>
      </div>
      {/* Waits until all games are drawn, so that they do not push it down. */}
      {search.mayBeMore && drawn.length === games.length && <More search={search} onAsked={focus.onAsked} />}
      {search.external !== 'pending' && drawn.length === games.length && (
        <div className="mt-10 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-sm text-ink-2">
          <p>{texts.notHere}</p>
          <AddOwnGame name={search.query} />
        </div>
      )}
    </>
  );
}

interface MoreProps {
  readonly search: SearchState;
  readonly onAsked: () => void;
}

function More({ search: { games, moreError }, onAsked }: MoreProps) {
  const dispatch = useDispatch();
  const ask = () => {
    onAsked();
    dispatch(moreRequested());
  };
  return (
    <div className="mt-10 flex flex-col items-center gap-3 text-sm text-ink-2">
      <p role={moreError === null ? undefined : 'alert'}>
        {moreError === null ? texts.mayBeMore(games.length) : texts.error(moreError)}
      </p>
      <Button look="quiet" onClick={ask}>
        {texts.showMore}
      </Button>
    </div>
  );
}
