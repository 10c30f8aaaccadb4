import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useVirtualGrid } from '../../components/ui/use-virtual-grid.ts';
import { cx } from '../../lib/cx.ts';
import { useEasedOrder } from '../../lib/use-eased-order.ts';
import { GameCard } from '../game/game-card.tsx';
import { GameGridSkeleton } from '../game/game-grid.tsx';
import { StatusBadge } from '../status/status-badge.tsx';
import { statusLooks } from '../status/statuses.ts';
import { EntryFacts } from './entry-facts.tsx';
import type { EntrySort, Order } from './sort-entries.ts';

/** Controls of the user's own entries. Pass the same object every time, or every card renders again. */
export interface EntryControls {
  readonly status: (entry: LibraryEntry) => ReactNode;
  readonly rating: (entry: LibraryEntry) => ReactNode;
  readonly select: (entry: LibraryEntry) => ReactNode;
  /** @param isPointedAt whether a pointer has been over the entry; pointer-only actions need not render before */
  readonly actions: (entry: LibraryEntry, isPointedAt: boolean) => ReactNode;
  /** The menu for touch screens. */
  readonly more: (entry: LibraryEntry) => ReactNode;
  /** Value of `aria-keyshortcuts` for the focused entry. */
  readonly shortcuts?: string;
}

export interface Sorting {
  readonly sort: EntrySort;
  readonly order: Order;
  readonly onSort: (wanted: { readonly sort: EntrySort; readonly order?: Order }) => void;
}

export interface EntryListProps {
  readonly entries: readonly LibraryEntry[];
  readonly label: string;
  readonly controls?: EntryControls;
  /** For lists with headings. */
  readonly sorting?: Sorting;
}

/** Covers on the first screen, which load without waiting for a scroll. */
const eagerCovers = 10;

// The columns of `gridColumns`, with a row height computed from them: a 3:4 cover and the text below it.
const gridClasses = cx(
  '[--columns:2] [--gap:1rem] sm:[--columns:3] sm:[--gap:1.25rem] md:[--columns:4] xl:[--columns:5]',
  'grid grid-cols-[repeat(var(--columns),minmax(0,1fr))] gap-x-(--gap) gap-y-5',
  'auto-rows-[calc((100cqw-(var(--columns)-1)*var(--gap))/var(--columns)*4/3+8.25rem)]',
);

interface EntryCardProps {
  readonly entry: LibraryEntry;
  readonly eager: boolean;
  readonly controls: EntryControls | undefined;
}

const EntryCard = memo(function EntryCard({ entry, eager, controls }: EntryCardProps) {
  const { game, status } = entry;
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <GameCard
      game={game}
      eager={eager}
      edge={statusLooks[status].shape}
      beside={controls ? controls.status(entry) : <StatusBadge status={status} />}
      shortcuts={controls?.shortcuts}
      select={controls?.select(entry)}
      actions={controls?.actions(entry, isPointedAt)}
      onPointerEnter={() => setPointedAt(true)}
    >
      <div className="mt-0.5">
        {controls && <div className="float-right flex h-5">{controls.more(entry)}</div>}
        <EntryFacts
          entry={entry}
          rating={controls?.rating(entry)}
          // A platform that does not fit on the line wraps to the next and gets its full width.
          className="-ml-2.5 leading-[1.3125rem] *:ml-2.5 *:max-w-[calc(100%-0.625rem)] *:align-middle"
        />
      </div>
    </GameCard>
  );
});

/** Renders any number of entries as cards; only those near the window are in the DOM. */
export function EntryGrid({ entries, label, controls }: EntryListProps) {
  const { first, end, grid } = useVirtualGrid<HTMLUListElement>(entries);
  useEasedOrder(
    grid.ref,
    useMemo(() => entries.map(({ guid }) => guid), [entries]),
  );
  return (
    <div className="@container">
      <ul aria-label={label} className={gridClasses} {...grid}>
        {entries.slice(first, end).map((entry, place) => (
          <li
            key={entry.guid}
            data-index={first + place}
            aria-posinset={first + place + 1}
            aria-setsize={entries.length}
            className="min-w-0"
          >
            <EntryCard entry={entry} eager={first + place < eagerCovers} controls={controls} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Matches the row heights of the loaded grid. */
export const EntryGridSkeleton = () => (
  <div className="@container">
    <GameGridSkeleton className={gridClasses} />
  </div>
);
