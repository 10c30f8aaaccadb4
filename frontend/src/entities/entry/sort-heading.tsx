import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import type { Sorting } from './entry-grid.tsx';
import type { EntrySort } from './sort-entries.ts';

/** Returns the direction of a sort; only 'recent' lets the user choose it. */
const isDescending = (sort: EntrySort, { order }: Sorting): boolean =>
  sort === 'rating' || (sort === 'recent' && order === 'newest');

interface SortHeadingProps {
  readonly by: EntrySort;
  readonly sorting: Sorting | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A column heading that sorts by its column; a second click on the date column reverses it. */
export function SortHeading({ by, sorting, className, children }: SortHeadingProps) {
  if (!sorting) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    );
  }
  const current = sorting.sort === by;
  const descending = isDescending(by, sorting);
  const Arrow = descending ? ArrowDown : ArrowUp;
  const turned = sorting.order === 'newest' ? 'oldest' : 'newest';
  return (
    <th scope="col" aria-sort={current ? (descending ? 'descending' : 'ascending') : undefined} className={className}>
      <button
        type="button"
        onClick={() => sorting.onSort(current && by === 'recent' ? { sort: by, order: turned } : { sort: by })}
        className={cx(
          '-mx-1 inline-flex min-h-8 items-center gap-1 rounded-md px-1 hover:text-ink-1',
          current && 'text-ink-1',
        )}
      >
        {children}
        {current && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </th>
  );
}
