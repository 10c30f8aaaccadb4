import { ratingRule } from '@nightshelf/contracts/entry-rules.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { Star } from 'lucide-react';
import { cx } from '../../../lib/cx.ts';
import { useQuickEdit } from './quick-edit.ts';
import { quickTexts as texts } from './texts.ts';

export const ratings: readonly number[] = Array.from(
  { length: ratingRule.max - ratingRule.min + 1 },
  (_, place) => ratingRule.min + place,
);

interface StarsProps {
  readonly rating: number | null;
  /** Accessible label. Undefined for pointer-only stars, which have an accessible equivalent beside them. */
  readonly label?: string | undefined;
  readonly onRate: (rating: number | null) => void;
  readonly className?: string | undefined;
  /** Classes of each star's button and of the star. */
  readonly buttonClassName?: string;
  readonly starClassName?: string;
}

/** Ten stars; a click on the current rating removes it. */
export function Stars(props: StarsProps) {
  const { rating, label, onRate, className, buttonClassName = 'h-11 max-w-11', starClassName = 'size-5.5' } = props;
  const forPointer = label === undefined;
  return (
    <fieldset
      aria-label={label}
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
          onClick={() => onRate(value === rating ? null : value)}
          className={cx('flex min-w-0 flex-1 items-center justify-center', buttonClassName)}
        >
          <Star aria-hidden="true" className={starClassName} />
        </button>
      ))}
    </fieldset>
  );
}

interface RatingStarsProps {
  readonly entry: LibraryEntry;
  /** `pointer` for small stars that only a pointer can hit; a `RatingControl` beside them serves all other users. */
  readonly use?: 'all' | 'pointer';
  readonly className?: string;
}

/** Shows the rating as ten stars; a choice is saved immediately. */
export function RatingStars({ entry, use = 'all', className }: RatingStarsProps) {
  const edit = useQuickEdit();
  const { rating, game } = entry;
  const forPointer = use === 'pointer';
  return (
    <Stars
      rating={rating}
      label={forPointer ? undefined : texts.ratingOf(game.name, rating)}
      onRate={(wanted) => edit(entry, { rating: wanted })}
      className={className}
      {...(forPointer && { buttonClassName: 'h-7', starClassName: 'h-4 w-full max-w-4' })}
    />
  );
}
