import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { Share2, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { formatCount } from '../../lib/format.ts';
import { platformNameOf } from './entry-keys.ts';
import { entryTexts as texts } from './texts.ts';

interface EntryFactsProps {
  readonly entry: LibraryEntry;
  /** Replaces the rating, for example with a control that changes it. */
  readonly rating?: ReactNode;
  readonly className?: string;
}

/** Shows rating, hours, sharing and platform; the line keeps its height when all are missing. */
export function EntryFacts({ entry, rating: control, className }: EntryFactsProps) {
  const { rating, hours_played, is_shared } = entry;
  const platform = platformNameOf(entry);
  return (
    <p className={cx('min-h-[1.3125rem] min-w-0 text-sm text-ink-3 tabular-nums', className)}>
      {control}
      {control === undefined && rating !== null && (
        <span className="inline-flex shrink-0 items-center gap-1 text-ink-2">
          <Star aria-hidden="true" className="size-3.5 fill-current" />
          <span className="sr-only">{texts.rating}</span> {rating}
        </span>
      )}
      {hours_played !== null && (
        <span className="inline-block shrink-0">
          <span className="sr-only">{texts.hours}</span> {formatCount(hours_played)} {texts.hoursUnit}
        </span>
      )}
      {is_shared && (
        <span className="inline-flex shrink-0 items-center text-ink-2">
          <Share2 aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{texts.shared}</span>
        </span>
      )}
      {platform !== null && (
        <span className="inline-block truncate" dir="auto">
          {platform}
        </span>
      )}
    </p>
  );
}
