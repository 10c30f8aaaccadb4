import type { GameLink } from '@nightshelf/contracts/game-details.ts';
import { Link } from 'react-router-dom';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { releaseYear } from '../../../entities/game/game-facts.ts';
import { cx } from '../../../lib/cx.ts';

interface CoverLinkProps {
  readonly game: GameLink;
  /** Shorter name for this place. */
  readonly label?: string | undefined;
  readonly current?: boolean;
}

export function CoverLink({ game, label = game.name, current = false }: CoverLinkProps) {
  return (
    <Link
      to={`/game/${encodeURIComponent(game.guid)}`}
      aria-current={current ? 'page' : undefined}
      className="group block"
    >
      <GameCover
        guid={game.guid}
        name={game.name}
        address={game.image_url}
        className={cx(
          'shadow-lift transition-transform duration-150 ease-out group-hover:-translate-y-0.5',
          current && 'outline-2 outline-offset-3 outline-accent',
        )}
      />
      <span className="mt-2 line-clamp-2 text-sm leading-snug font-medium group-hover:text-accent" dir="auto">
        {label}
      </span>
      {game.original_release_date && <span className="text-sm text-ink-3 tabular-nums">{releaseYear(game)}</span>}
    </Link>
  );
}
