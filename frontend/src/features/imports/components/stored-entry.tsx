import type { ImportRow } from '@nightshelf/contracts/imports.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { Star } from 'lucide-react';
import { StatusBadge } from '../../../entities/status/status-badge.tsx';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.rows;

/** The vault entry of a row: status, rating, hours, platform and tags. */
export function StoredEntry({ stores }: { readonly stores: NonNullable<ImportRow['stores']> }) {
  const { status, rating, hours_played: hours, platform_id: platform, tags, is_shared: isShared } = stores;
  return (
    <ul
      aria-label={texts.stores}
      className="mt-1.5 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-ink-2 tabular-nums"
    >
      <li>
        <StatusBadge status={status} look="text" />
      </li>
      {rating !== null && (
        <li className="inline-flex items-center gap-1">
          <Star aria-hidden="true" className="size-3.5 fill-current text-want-to-play" />
          {texts.rated(rating)}
        </li>
      )}
      {hours !== null && <li>{texts.hours(hours)}</li>}
      {platform !== null && <li>{platformName(platform)}</li>}
      {isShared && <li>{texts.shared}</li>}
      {tags.map((tag) => (
        <li key={tag} dir="auto" className="max-w-full truncate rounded-full bg-surface-2 px-2 text-ink-1">
          {tag}
        </li>
      ))}
    </ul>
  );
}
