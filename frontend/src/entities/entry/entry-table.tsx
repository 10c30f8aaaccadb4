import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { ArrowDown, ArrowUp, Share2 } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useVirtualGrid } from '../../components/ui/use-virtual-grid.ts';
import { cx } from '../../lib/cx.ts';
import { formatCount, formatDay } from '../../lib/format.ts';
import { CoverOf } from '../game/game-cover.tsx';
import { StatusBadge } from '../status/status-badge.tsx';
import { EntryFacts } from './entry-facts.tsx';
import type { EntryListProps, Sorting } from './entry-grid.tsx';
import { platformNameOf } from './entry-keys.ts';
import type { EntrySort } from './sort-entries.ts';
import { entryTexts as texts } from './texts.ts';

/** Returns the direction of a sort; only 'recent' lets the user choose it. */
const isDescending = (sort: EntrySort, { order }: Sorting): boolean =>
  sort === 'rating' || (sort === 'recent' && order === 'newest');

interface Heading {
  readonly text: string;
  /** The sort by this column. */
  readonly by?: EntrySort;
  readonly className?: string;
}

/** A column heading that sorts by its column; a second click on the date column reverses it. */
function SortHeading({ text, by, className, sorting }: Heading & { readonly sorting: Sorting | undefined }) {
  if (!sorting || !by) {
    return (
      <th scope="col" className={className}>
        {text}
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
        {text}
        {current && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </th>
  );
}

/** A row has no room for more. */
const most = 2;

/** Shows as many of the user's tags as fit at the end of a wide row. */
function EntryTags({ tags = [] }: { readonly tags?: readonly string[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <p
      className="order-last hidden h-6 min-w-0 flex-1 flex-wrap items-center justify-end gap-1.5 overflow-hidden text-xs text-ink-2 *:h-6 *:content-center before:h-6 lg:flex"
      title={tags.join(', ')}
    >
      <span className="sr-only">{texts.tags}</span>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} dir="auto" className="max-w-28 truncate rounded-full bg-surface-3 px-2">
          {tag}
        </span>
      ))}
      {tags.length > most && <span>+{tags.length - most}</span>}
    </p>
  );
}

// Cells use the row's own grid. On a phone: the cover, beside it the name above status and facts, then actions.
const rowClasses = cx(
  'grid grid-cols-[2.5rem_auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 pl-2 md:gap-x-5 md:px-3',
  'md:grid-cols-[minmax(0,1fr)_7.5rem_3.5rem_4.75rem_var(--actions)]',
  'xl:grid-cols-[minmax(0,1fr)_7.5rem_3.5rem_4.75rem_9rem_7.5rem_var(--actions)]',
);
const rowsClasses = 'grid auto-rows-[4.5rem] grid-cols-1 gap-y-1 md:auto-rows-[3rem] md:gap-y-0.5';
const number = 'hidden text-right text-ink-2 tabular-nums md:block';
const extra = 'hidden truncate text-ink-2 xl:block';

const headings: readonly Heading[] = [
  { text: texts.columns.game, by: 'title' },
  { text: texts.columns.status, by: 'status' },
  { text: texts.rating, by: 'rating', className: number },
  { text: texts.hours, className: number },
  { text: texts.columns.platform, by: 'console', className: extra },
  { text: texts.columns.added, by: 'recent', className: extra },
];

interface EntryCellsProps {
  readonly entry: LibraryEntry;
  readonly isPointedAt: boolean;
  readonly controls: EntryListProps['controls'];
}

const EntryCells = memo(function EntryCells({ entry, controls, isPointedAt }: EntryCellsProps) {
  const { game, status, rating, hours_played, date_added } = entry;
  return (
    <>
      <th scope="row" className="min-w-0 items-center gap-3 text-left font-normal max-md:contents md:flex">
        <div className="relative shrink-0 max-md:row-span-2 md:w-7">
          <CoverOf game={game} className="rounded-md md:rounded" />
          {controls && <div className="absolute inset-0 z-1 grid place-items-center">{controls.select(entry)}</div>}
        </div>
        <EntryTags tags={entry.tags} />
        <div className="min-w-0 max-md:contents">
          <Link
            to={`/game/${encodeURIComponent(game.guid)}`}
            className={cx(
              'line-clamp-2 leading-tight font-medium [overflow-wrap:anywhere] hover:text-accent',
              // On a phone, a tap anywhere in the row opens the game.
              'max-md:col-span-2 max-md:col-start-2 max-md:after:absolute max-md:after:inset-0',
            )}
            aria-keyshortcuts={controls?.shortcuts}
            dir="auto"
          >
            {game.name}
          </Link>
          <EntryFacts
            entry={entry}
            // Hide what does not fit rather than truncate it.
            className="col-start-3 row-start-2 flex h-6 flex-wrap items-center gap-x-2.5 overflow-hidden *:leading-6 md:hidden"
          />
        </div>
        {entry.is_shared && (
          <span className={cx('hidden shrink-0 text-ink-2 md:inline', controls && '[@media(hover:none)]:hidden!')}>
            <Share2 aria-hidden="true" className="size-3.5" />
            <span className="sr-only">{texts.shared}</span>
          </span>
        )}
      </th>
      <td className="max-md:relative max-md:col-start-2 max-md:row-start-2">
        {controls ? controls.status(entry) : <StatusBadge status={status} />}
      </td>
      <td className={number}>{controls ? controls.rating(entry) : (rating ?? texts.none)}</td>
      <td className={number}>{hours_played === null ? texts.none : formatCount(hours_played)}</td>
      <td className="hidden leading-tight text-ink-2 xl:line-clamp-2" dir="auto">
        {platformNameOf(entry) ?? texts.none}
      </td>
      <td className={extra}>
        <time dateTime={date_added}>{formatDay(date_added)}</time>
      </td>
      <td className="relative max-md:col-start-4 max-md:row-span-2 max-md:row-start-1 md:content-center md:self-stretch">
        {controls?.actions(entry, isPointedAt)}
        {controls?.more(entry)}
      </td>
    </>
  );
});

interface EntryRowProps extends Omit<EntryCellsProps, 'isPointedAt'> {
  /** Index among all entries, from 0. */
  readonly place: number;
}

function EntryRow({ entry, controls, place }: EntryRowProps) {
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <tr
      data-index={place}
      data-guid={entry.guid}
      aria-rowindex={place + 2}
      onPointerEnter={() => setPointedAt(true)}
      className={cx(
        rowClasses,
        'group relative rounded-xl bg-surface-1 focus-within:bg-surface-2 hover:bg-surface-2 has-[[data-quick=select]:checked]:bg-surface-3 md:rounded-lg',
      )}
    >
      <EntryCells entry={entry} controls={controls} isPointedAt={isPointedAt} />
    </tr>
  );
}

/** Renders any number of entries as a table; only the rows near the window are in the DOM. */
export function EntryTable({ entries, label, controls, sorting }: EntryListProps) {
  const { first, end, grid } = useVirtualGrid<HTMLTableSectionElement>(entries);
  return (
    <table
      aria-label={label}
      aria-rowcount={entries.length + 1}
      className={cx('block', controls ? '[--actions:11rem] pointer-fine:[--actions:9rem]' : '[--actions:0rem]')}
    >
      <thead className="sr-only focus-within:not-sr-only md:not-sr-only md:block">
        <tr className={cx(rowClasses, 'h-10 text-left text-sm text-ink-3 *:font-medium max-md:flex')} aria-rowindex={1}>
          {headings.map((heading) => (
            <SortHeading key={heading.text} {...heading} sorting={sorting} />
          ))}
          <th scope="col">
            <span className="sr-only">{texts.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody className={rowsClasses} {...grid}>
        {entries.slice(first, end).map((entry, place) => (
          <EntryRow key={entry.guid} entry={entry} place={first + place} controls={controls} />
        ))}
      </tbody>
    </table>
  );
}

/** Matches the row heights of the loaded table. */
export function EntryTableSkeleton() {
  return (
    <div aria-hidden="true" className={cx(rowsClasses, 'md:pt-10')}>
      {Array.from({ length: 10 }, (_, place) => `row-${place}`).map((key) => (
        <Skeleton key={key} className="rounded-xl" />
      ))}
    </div>
  );
}
