import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useQuickEdit } from './quick-edit.ts';
import { Stars } from './stars.tsx';
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

/** The rating of an entry as ten stars: what is chosen is saved at once. */
export function RatingStars({ entry, use = 'everybody', className }: RatingStarsProps) {
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
