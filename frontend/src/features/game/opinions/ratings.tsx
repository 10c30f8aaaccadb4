import type { GameRatings } from '@nightshelf/contracts/opinions.ts';
import { Star } from 'lucide-react';
import { formatOneDecimal } from '../../../lib/format.ts';
import { opinionTexts as texts } from './texts.ts';

/** Average and distribution of ratings; screen readers get a table instead of the bars. */
export function Ratings({ ratings }: { readonly ratings: GameRatings }) {
  const { count, average, by_rating: people, newest_only: newestOnly } = ratings;
  const most = Math.max(...people);
  return (
    <section aria-labelledby="ratings">
      <h2 id="ratings" className="flex items-center gap-2 text-base text-ink-2">
        <Star aria-hidden="true" className="size-4.5" />
        {texts.ratings}
      </h2>
      <p className="mt-1.5 flex items-baseline gap-2">
        <span className="font-heading text-3xl font-semibold tabular-nums">{formatOneDecimal(average)}</span>
        <span className="text-sm text-ink-2">{texts.of(count, newestOnly)}</span>
      </p>
      <div aria-hidden="true" className="mt-3 grid max-w-80 grid-cols-10 items-end gap-1">
        {people.map((some, at) => {
          const rating = at + 1;
          return (
            <span key={rating} title={texts.gave(rating, some)} className="flex flex-col items-stretch text-center">
              <span className="flex h-20 items-end">
                {/* A minimum width keeps a single rating visible. */}
                <span
                  className="block w-full rounded-t-sm bg-want-to-play-fill"
                  style={{ height: some === 0 ? '1px' : `${Math.max(6, Math.round((some / most) * 100))}%` }}
                />
              </span>
              <span className="mt-1 text-xs text-ink-2 tabular-nums">{rating}</span>
            </span>
          );
        })}
      </div>
      <table className="sr-only">
        <caption>{texts.ratings}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.rating}</th>
            <th scope="col">{texts.people}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((some, at) => {
            const rating = at + 1;
            return (
              <tr key={rating}>
                <th scope="row">{rating}</th>
                <td>{some}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
