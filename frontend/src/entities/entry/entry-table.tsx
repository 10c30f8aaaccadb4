import type { LibraryEntry } from '@nightshelf/contracts';
import { Share2 } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useVirtualGrid } from '../../components/ui/use-virtual-grid.ts';
import { cx } from '../../lib/cx.ts';
import { formatCount, formatDay } from '../../lib/format.ts';
import { GameCover } from '../game/game-cover.tsx';
import { coverAddress } from '../game/game-facts.ts';
import { StatusBadge } from '../status/status-badge.tsx';
import { EntryFacts } from './entry-facts.tsx';
import type { EntryListProps } from './entry-grid.tsx';
import { platformNameOf } from './entry-keys.ts';
import { EntryTags } from './entry-tags.tsx';
import { SortHeading } from './sort-heading.tsx';
import { entryTexts as texts } from './texts.ts';

// On a phone a row has two lines: the game, then status and actions. Its cells are laid out in the row's own grid.
const rowClasses = cx(
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 md:gap-x-5',
  'md:grid-cols-[minmax(0,1fr)_7.5rem_3.5rem_4rem_var(--actions)]',
  'xl:grid-cols-[minmax(0,1fr)_7.5rem_3.5rem_4rem_9rem_7.5rem_var(--actions)]',
);
const rowsClasses = 'grid auto-rows-[7.25rem] grid-cols-1 gap-y-1 md:auto-rows-[3rem] md:gap-y-0.5';
const number = 'hidden text-right text-ink-2 tabular-nums md:block';
const extra = 'hidden truncate text-ink-2 xl:block';

interface EntryCellsProps {
  readonly entry: LibraryEntry;
  readonly isPointedAt: boolean;
  readonly controls: EntryListProps['controls'];
}

const EntryCells = memo(function EntryCells({ entry, controls, isPointedAt }: EntryCellsProps) {
  const { game, status, rating, hours_played, date_added } = entry;
  return (
    <>
      <th scope="row" className="col-span-2 flex min-w-0 items-center gap-3 text-left font-normal md:col-span-1">
        <div className="relative w-11 shrink-0 md:w-7">
          <GameCover guid={game.guid} name={game.name} address={coverAddress(game)} className="rounded-md md:rounded" />
          {controls && <div className="absolute inset-0 grid place-items-center">{controls.select(entry)}</div>}
        </div>
        <EntryTags tags={entry.tags} />
        <div className="min-w-0">
          <Link
            to={`/game/${encodeURIComponent(game.guid)}`}
            className="line-clamp-2 font-medium [overflow-wrap:anywhere] hover:text-accent md:line-clamp-1"
            aria-keyshortcuts={controls?.shortcuts}
            dir="auto"
          >
            {game.name}
          </Link>
          <EntryFacts entry={entry} hasToggle={controls !== undefined} className="md:hidden" />
        </div>
        {entry.is_shared && (
          <span className="hidden shrink-0 text-ink-2 md:inline [@media(hover:none)]:inline md:[@media(hover:none)]:hidden">
            <Share2 aria-hidden="true" className="size-3.5" />
            <span className="sr-only">{texts.shared}</span>
          </span>
        )}
      </th>
      <td>{controls ? controls.status(entry) : <StatusBadge status={status} look="text" />}</td>
      <td className={number}>{controls ? controls.rating(entry) : (rating ?? texts.none)}</td>
      <td className={number}>{hours_played === null ? texts.none : formatCount(hours_played)}</td>
      <td className={extra} dir="auto">
        {platformNameOf(entry) ?? texts.none}
      </td>
      <td className={extra}>
        <time dateTime={date_added}>{formatDay(date_added)}</time>
      </td>
      <td className="relative self-stretch md:content-center">{controls?.actions(entry, isPointedAt)}</td>
    </>
  );
});

interface EntryRowProps extends Omit<EntryCellsProps, 'isPointedAt'> {
  /** Among all, from 0. */
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
        'group rounded-xl bg-surface-1 hover:bg-surface-2 has-[[data-quick=select]:checked]:bg-surface-3 md:rounded-lg',
      )}
    >
      <EntryCells entry={entry} controls={controls} isPointedAt={isPointedAt} />
    </tr>
  );
}

/** Any number of vault entries as a table; only the rows near the window are in the page. */
export function EntryTable({ entries, label, controls, sorting }: EntryListProps) {
  const { first, end, grid } = useVirtualGrid<HTMLTableSectionElement>(entries);
  const { columns } = texts;
  return (
    <table
      aria-label={label}
      aria-rowcount={entries.length + 1}
      className={cx('block', controls ? '[--actions:11rem]' : '[--actions:0rem]')}
    >
      <thead className="sr-only focus-within:not-sr-only md:not-sr-only md:block">
        <tr className={cx(rowClasses, 'h-10 text-left text-sm text-ink-3 *:font-medium')} aria-rowindex={1}>
          <SortHeading by="title" sorting={sorting}>
            {columns.game}
          </SortHeading>
          <SortHeading by="status" sorting={sorting}>
            {columns.status}
          </SortHeading>
          <SortHeading by="rating" sorting={sorting} className={number}>
            {texts.rating}
          </SortHeading>
          <th scope="col" className={number}>
            {texts.hours}
          </th>
          <SortHeading by="console" sorting={sorting} className={extra}>
            {columns.platform}
          </SortHeading>
          <SortHeading by="recent" sorting={sorting} className={extra}>
            {columns.added}
          </SortHeading>
          <th scope="col">
            <span className="sr-only">{columns.actions}</span>
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

/** The shape of a table that is still loading: its rows stand where the entries' will. */
export function EntryTableSkeleton() {
  return (
    <div aria-hidden="true" className={cx(rowsClasses, 'md:pt-10')}>
      {Array.from({ length: 10 }, (_, place) => `row-${place}`).map((key) => (
        <Skeleton key={key} className="rounded-xl" />
      ))}
    </div>
  );
}
