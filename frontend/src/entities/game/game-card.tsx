import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { CoverOf } from './game-cover.tsx';
import { type CoverSource, type Released, releaseYear } from './game-facts.ts';
import { TravelLink } from './travel-link.tsx';

interface GameCardProps {
  readonly game: CoverSource & Released & Pick<GameSummary, 'guid' | 'name'>;
  readonly eager?: boolean;
  /** In the cover's upper corner, for example 'Added!'. */
  readonly badge?: ReactNode;
  /** A selection control in the same corner. */
  readonly select?: ReactNode;
  /** Color class of the cover's bottom edge. */
  readonly edge?: string;
  /** On the line of the year. */
  readonly beside?: ReactNode;
  /** Value of `aria-keyshortcuts` for the game's link. */
  readonly shortcuts?: string | undefined;
  /** Over the cover's bottom on hover and keyboard focus; on touch screens always visible, below everything else. */
  readonly actions?: ReactNode;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  /** Below name and year: further facts, or an inline form, which grows within the card's column. */
  readonly children?: ReactNode;
}

export function GameCard(props: GameCardProps) {
  const {
    game,
    eager = false,
    badge,
    select,
    edge,
    beside,
    shortcuts,
    actions,
    onPointerEnter,
    onFocus,
    children,
  } = props;
  const address = `/game/${encodeURIComponent(game.guid)}`;
  return (
    <article
      className="game-card group min-w-0"
      data-guid={game.guid}
      onPointerEnter={onPointerEnter}
      onFocus={onFocus}
    >
      <div className="relative col-start-1 row-start-1">
        <TravelLink
          to={address}
          tabIndex={-1}
          aria-hidden="true"
          className="relative block rounded-lg transition-transform duration-150 ease-out group-hover:-translate-y-0.5"
        >
          <CoverOf
            game={game}
            eager={eager}
            className="shadow-lift group-has-[[data-quick=select]:checked]:ring-3 group-has-[[data-quick=select]:checked]:ring-accent"
          />
          {edge && <span className={cx('absolute inset-0 rounded-lg shadow-[inset_0_-4px_0_0_currentColor]', edge)} />}
        </TravelLink>
        {badge && <div className="pointer-events-none absolute top-2 left-2 max-w-[calc(100%-1rem)]">{badge}</div>}
        {select && <div className="absolute top-2 left-2">{select}</div>}
      </div>
      {actions && <div className="card-actions">{actions}</div>}
      <h3 className="mt-3 text-base leading-snug font-semibold tracking-normal" dir="auto">
        <TravelLink to={address} aria-keyshortcuts={shortcuts} className="line-clamp-2 hover:text-accent">
          {game.name}
        </TravelLink>
      </h3>
      <p className="mt-0.5 flex items-center gap-x-2 text-sm text-ink-3 tabular-nums">
        {releaseYear(game)}
        {beside}
      </p>
      {children}
    </article>
  );
}
