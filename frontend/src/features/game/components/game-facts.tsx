import type { Game } from '@nightshelf/contracts/games.ts';
import { cx } from '../../../lib/cx.ts';
import { factsOf } from '../game-facts.ts';
import { gameTexts as texts } from '../texts.ts';

/** An age rating in a printed frame, so that it does not read as a score like `Your rating` beside it. */
const ageMark = 'inline-block rounded-sm border border-edge px-1.5 text-sm leading-6 font-semibold tracking-wide';

export function GameFacts({ game }: { readonly game: Game }) {
  return (
    <dl className="grid max-w-3xl gap-x-8 gap-y-4 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-3 lg:grid-cols-1 lg:gap-y-4">
      {factsOf(game).map(({ label, value }) => (
        <div key={label} className="sm:contents lg:block">
          <dt className="text-sm text-ink-2 sm:pt-0.5 lg:pt-0">{label}</dt>
          <dd className="[overflow-wrap:anywhere]" dir="auto">
            <span className={cx(label === texts.rating && ageMark)}>{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
