import type { GameLink } from '@nightshelf/contracts/game-details.ts';
import { type RefCallback, useId } from 'react';
import { CoverLink } from './cover-link.tsx';

interface GameStripProps {
  readonly title: string;
  readonly games: readonly GameLink[];
  /** The game of this page; the strip scrolls to it. */
  readonly guid: string;
}

/** Removes the name of the series, which the title already shows: `Majora's Mask`. */
function labelIn(title: string, name: string): string {
  const rest = name.startsWith(`${title}: `) ? name.slice(title.length + 2).trim() : '';
  return rest || name;
}

/** Scrolls the strip only, never the page. */
const centre: RefCallback<HTMLLIElement> = (item) => {
  const strip = item?.parentElement;
  if (strip && item) strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.clientWidth) / 2;
};

/** A horizontally scrolling row of games. */
export function GameStrip({ title, games, guid }: GameStripProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl" dir="auto">
        {title}
      </h2>
      <ul className="relative -mx-4 mt-2 flex scroll-px-4 gap-4 overflow-x-auto px-4 pt-3 pb-4 sm:-mx-6 sm:px-6">
        {games.map((game) => (
          <li key={game.guid} ref={game.guid === guid ? centre : null} className="w-24 shrink-0 sm:w-28">
            <CoverLink game={game} label={labelIn(title, game.name)} current={game.guid === guid} />
          </li>
        ))}
      </ul>
    </section>
  );
}
