import type { GameDetails } from '@nightshelf/contracts/game-details.ts';
import { gameTexts } from '../texts.ts';
import { GameStrip } from './game-strip.tsx';
import { Screenshots } from './screenshots.tsx';

interface AroundProps {
  readonly guid: string;
  readonly name: string;
  readonly details: GameDetails;
}

/** Screenshots and related games. */
export function Around({ guid, name, details: { screenshots, series, similar_games: similar } }: AroundProps) {
  return (
    <div className="mt-12 space-y-10">
      {screenshots.length > 0 && <Screenshots shots={screenshots} name={name} />}
      {series.map(({ name: title, games }) =>
        games.length > 1 ? <GameStrip key={title} title={title} games={games} guid={guid} /> : null,
      )}
      {similar.length > 0 && <GameStrip title={gameTexts.more.similar} games={similar} guid={guid} />}
    </div>
  );
}
