import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useQuickEdit } from './quick-edit.ts';
import { Stars } from './stars.tsx';
import { quickTexts as texts } from './texts.ts';

interface RatingStarsProps {
  readonly entry: LibraryEntry;
  /** `pointer` for small stars that only a pointer can hit; a `RatingControl` beside them serves all other users. */
  readonly use?: 'everybody' | 'pointer';
  readonly className?: string;
}

/** Shows the rating as ten stars; a choice is saved immediately. */
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
