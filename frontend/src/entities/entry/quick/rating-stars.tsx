import type { LibraryEntry } from '@nightshelf/contracts';
import { Star } from 'lucide-react';
import { cx } from '../../../lib/cx.ts';
import { useQuickEdit } from './quick-edit.ts';
import { ratings } from './ratings.ts';
import { quickTexts as texts } from './texts.ts';

interface RatingStarsProps {
  readonly entry: LibraryEntry;
  /**
   * `pointer` where the stars are small and many: for a pointer alone, beside a `RatingControl` that says and does the same
   * for everybody else.
   */
  readonly use?: 'everybody' | 'pointer';
  readonly className?: string;
}

/** Ten stars: one rates, and the one that is the rating takes it away. */
export function RatingStars({ entry, use = 'everybody', className }: RatingStarsProps) {
  const edit = useQuickEdit();
  const { rating, game } = entry;
  const forPointer = use === 'pointer';
  return (
    <fieldset
      aria-label={forPointer ? undefined : texts.ratingOf(game.name, rating)}
      aria-hidden={forPointer || undefined}
      data-quick="stars"
      className={cx('stars flex min-w-0', className)}
    >
      {ratings.map((value) => (
        <button
          key={value}
          type="button"
          tabIndex={forPointer ? -1 : undefined}
          title={texts.outOfTen(value)}
          aria-label={texts.outOfTen(value)}
          aria-pressed={value === rating}
          data-on={(rating !== null && value <= rating) || undefined}
          onClick={() => edit(entry, { rating: value === rating ? null : value })}
          className={cx('flex min-w-0 flex-1 items-center justify-center', forPointer ? 'h-7' : 'h-11 max-w-11')}
        >
          <Star aria-hidden="true" className={forPointer ? 'h-4 w-full max-w-4' : 'size-5.5'} />
        </button>
      ))}
    </fieldset>
  );
}
