import type { GameDetails, GameLink, Screenshot } from '@nightshelf/contracts/game-details.ts';
import { type RefCallback, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { CoverOf } from '../../../entities/game/game-cover.tsx';
import { releaseYear } from '../../../entities/game/game-facts.ts';
import { cx } from '../../../lib/cx.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { gameTexts } from '../texts.ts';

interface CoverLinkProps {
  readonly game: GameLink;
  /** Shorter name for this place. */
  readonly label?: string | undefined;
  readonly current?: boolean;
}

function CoverLink({ game, label = game.name, current = false }: CoverLinkProps) {
  return (
    <Link
      to={`/game/${encodeURIComponent(game.guid)}`}
      aria-current={current ? 'page' : undefined}
      className="group block"
    >
      <CoverOf
        game={game}
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
function GameStrip({ title, games, guid }: GameStripProps) {
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

const texts = gameTexts.more;
const loadDialog = () => import('./screenshot-dialog.tsx');
const ScreenshotDialog = lazyPart(loadDialog, 'ScreenshotDialog');

/** A row of screenshots; each opens in the dialog. */
function Screenshots({ shots, name }: { readonly shots: readonly Screenshot[]; readonly name: string }) {
  const [shown, setShown] = useState<number | null>(null);
  const [dead, setDead] = useState<ReadonlySet<string>>(new Set());
  return (
    <section aria-labelledby="screenshots">
      <h2 id="screenshots" className="text-xl">
        {texts.screenshots}
      </h2>
      <ul className="-mx-4 mt-2 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pt-2 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6">
        {shots.map(({ thumb_url: address }, place) => (
          <li key={address} className="w-64 shrink-0 snap-start sm:w-80">
            <button
              type="button"
              aria-label={texts.showScreenshot(place + 1)}
              onClick={() => setShown(place)}
              onPointerEnter={() => void loadDialog()}
              className="block aspect-video w-full overflow-hidden rounded-lg bg-surface-2 text-sm text-ink-3 transition-transform duration-150 ease-out hover:-translate-y-0.5"
            >
              {dead.has(address) ? (
                texts.noPicture
              ) : (
                <img
                  src={address}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  onError={() => setDead((before) => new Set([...before, address]))}
                  className="size-full object-cover"
                />
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && <ScreenshotDialog name={name} shots={shots} first={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

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
