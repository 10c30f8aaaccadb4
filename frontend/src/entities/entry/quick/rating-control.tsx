import { ratingRule } from '@nightshelf/contracts/entry-rules.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { Star } from 'lucide-react';
import { cx } from '../../../lib/cx.ts';
import { useChoiceMenu } from './choice-menu.tsx';
import { useQuickEdit } from './quick-edit.ts';
import { ratings } from './rating-stars.tsx';
import { quickTexts as texts } from './texts.ts';

const choices = [
  ...ratings.toReversed().map((value) => ({
    value,
    label: texts.outOfTen(value),
    shortcut: value === ratingRule.max ? '0' : String(value),
  })),
  { value: null, label: texts.noRating },
];

interface RatingControlProps {
  readonly entry: LibraryEntry;
  readonly className?: string;
}

/** Shows the rating and opens a menu to change it; a choice is saved immediately. */
export function RatingControl({ entry, className }: RatingControlProps) {
  const edit = useQuickEdit();
  const { rating, game } = entry;
  const words = texts.ratingOf(game.name, rating);
  const { opener, menu } = useChoiceMenu({
    title: words,
    subject: game.name,
    choices,
    current: rating,
    onChoose: (value) => edit(entry, { rating: value }),
  });
  return (
    <>
      <button
        {...opener}
        type="button"
        data-quick="rating"
        title={texts.rating}
        aria-label={words}
        className={cx(
          'inline-flex min-h-6 min-w-6 shrink-0 items-center gap-1 rounded-md text-ink-2 hover:text-accent',
          // A star without a number needs less space beside it.
          rating === null && '-mr-2',
          className,
        )}
      >
        <Star aria-hidden="true" className={cx('size-3.5', rating === null ? 'opacity-60' : 'fill-current')} />
        {rating}
      </button>
      {menu}
    </>
  );
}
