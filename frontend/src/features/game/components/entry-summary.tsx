import type { LibraryEntry } from '@nightshelf/contracts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../entities/status/status-badge.tsx';
import { gameTexts } from '../texts.ts';

const texts = gameTexts.vault;

interface EntrySummaryProps {
  readonly entry: LibraryEntry;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** What the vault keeps of a game. */
export function EntrySummary({ entry, children }: EntrySummaryProps) {
  const { status, rating, hours_played, platform, platform_id } = entry;
  const facts = [
    { label: texts.rating, value: rating === null ? texts.none : texts.rated(rating) },
    { label: texts.hours, value: hours_played === null ? texts.none : texts.hoursPlayed(hours_played) },
    { label: texts.platform, value: platform?.name ?? platformName(platform_id) ?? texts.none },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex flex-wrap items-center gap-3 text-base">
          {texts.title}
          <StatusBadge status={status} className="font-sans tracking-normal" />
        </h2>
        <div className="flex gap-1">{children}</div>
      </div>
      <dl className="mt-3 grid grid-cols-3 gap-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="[overflow-wrap:anywhere] tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
