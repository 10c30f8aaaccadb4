import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformNameOf } from '../../../entities/entry/entry-keys.ts';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { RatingStars } from '../../../entities/entry/quick/rating-stars.tsx';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.vault;

/** Fields of a vault entry, each edited in place. */
export function EntrySummary({ entry }: { readonly entry: LibraryEntry }) {
  const { rating, hours_played } = entry;
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
      <div className="contents">
        <dt className="text-sm text-ink-2">{texts.rating}</dt>
        <dd className="tabular-nums">{rating === null ? texts.none : texts.rated(rating)}</dd>
        <dd className="max-sm:col-span-2">
          <RatingStars entry={entry} className="-mx-1 max-w-90 sm:ml-auto" />
        </dd>
      </div>
      <div className="contents">
        <dt className="text-sm text-ink-2">{texts.hours}</dt>
        <dd className="tabular-nums">{hours_played === null ? texts.none : texts.hoursPlayed(hours_played)}</dd>
        <dd className="max-sm:col-span-2">
          <HoursButtons
            entry={entry}
            className="max-w-90 sm:ml-auto"
            buttonClassName="min-h-11 text-sm! pointer-fine:min-h-9"
          />
        </dd>
      </div>
      <div className="contents">
        <dt className="text-sm text-ink-2">{texts.platform}</dt>
        <dd className="py-1.5 [overflow-wrap:anywhere] sm:col-span-2" dir="auto">
          {platformNameOf(entry) ?? texts.none}
        </dd>
      </div>
    </dl>
  );
}
