import type { Game } from '@nightshelf/contracts';
import { useSelector } from 'react-redux';
import { useGradually } from '../../../components/ui/use-gradually.ts';
import { selectAdditions } from '../../../entities/additions/slice.ts';
import { GameGrid } from '../../../entities/game/game-grid.tsx';
import { searchTexts as texts } from '../texts.ts';
import { ResultCard } from './result-card.tsx';

/** Covers that a wide screen shows without scrolling. */
const eagerCards = 5;

/** The games that were found, and the voice that tells which of them has just been added. */
export function Results({ games }: { readonly games: readonly Game[] }) {
  const { justAdded } = useSelector(selectAdditions);
  const drawn = useGradually(games, eagerCards);
  const added = games.filter(({ guid }) => guid in justAdded).map(({ name }) => texts.inVault(name));
  return (
    <>
      <p role="status" className="sr-only">
        {added.join(' ')}
      </p>
      <h2 className="sr-only">{texts.games}</h2>
      <GameGrid label={texts.title}>
        {drawn.map((game, place) => (
          <ResultCard key={game.guid} game={game} eager={place < eagerCards} />
        ))}
      </GameGrid>
    </>
  );
}
