import type { ImportChange, ImportRow as Row } from '@nightshelf/contracts/imports.ts';
import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ChoicePills } from '../../../entities/entry-form/choice-pills.tsx';
import { CoverOf } from '../../../entities/game/game-cover.tsx';
import { StatusBadge } from '../../../entities/status/status-badge.tsx';
import { statusLooks } from '../../../entities/status/statuses.ts';
import { cx } from '../../../lib/cx.ts';
import { formatCount } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { importsApi } from '../api.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.rows;

/** Formats a field's value as other pages show it. */
function inWords(field: ImportChange['field'], value: ImportChange['from']): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return texts.nothing;
  if (Array.isArray(value)) return value.join(', ');
  if (field === 'status') return statusLooks[value as Status].label;
  if (field === 'platform_id') return platformName(value === notListed ? notListed : Number(value)) ?? String(value);
  if (typeof value === 'boolean') return value ? importsTexts.yes : importsTexts.no;
  return typeof value === 'number' ? formatCount(value) : value;
}

/** The vault entry of a row: status, rating, hours, platform and tags. */
function StoredEntry({ stores }: { readonly stores: NonNullable<Row['stores']> }) {
  const { status, rating, hours_played: hours, platform_id: platform, tags, is_shared: isShared } = stores;
  return (
    <ul
      aria-label={texts.stores}
      className="mt-1.5 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-ink-2 tabular-nums"
    >
      <li>
        <StatusBadge status={status} />
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

interface ImportRowProps {
  readonly row: Row;
  /** Absent when rows can no longer be changed. */
  readonly onMatch?: (() => void) | undefined;
  readonly onLeaveOut?: (() => void) | undefined;
}

/** A row of the file: its game, vault entry, changes and unreadable cells. */
function ImportRow({ row, onMatch, onLeaveOut }: ImportRowProps) {
  const { game, given, fate, is_done, changes, problems, stores, undone } = row;
  const givenName = given.title ?? texts.nameless;
  const isOpen = fate !== 'matching' && (!is_done || (fate !== 'added' && fate !== 'changed'));
  const isMissing = fate === 'unmatched' || fate === 'unreadable';
  const isUnsure = isMissing || (row.match === 'likely' && !is_done);
  return (
    <li className="flex gap-x-4 gap-y-2 py-4 max-sm:flex-wrap">
      {game ? (
        <CoverOf game={game} className="w-12! shrink-0 self-start rounded-md" />
      ) : (
        <span
          aria-hidden="true"
          className={cx(
            'aspect-3/4 w-12 shrink-0 self-start rounded-md border border-dashed border-edge',
            fate === 'matching' && 'animate-pulse bg-surface-2',
          )}
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-medium [overflow-wrap:anywhere]" dir="auto">
          {game ? (
            <Link to={`/game/${encodeURIComponent(game.guid)}`} className="underline-offset-4 hover:underline">
              {game.name}
              {game.year !== null && <span className="font-normal text-ink-2"> ({game.year})</span>}
            </Link>
          ) : (
            givenName
          )}
        </p>
        <Origin row={row} />
        {stores && <StoredEntry stores={stores} />}
        {changes.length > 0 && (
          <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
            {changes.map(({ field, from, to }) => (
              <li key={field} dir="auto" className="[overflow-wrap:anywhere]">
                {importsTexts.fieldNames[field]}: <del className="text-ink-3 no-underline">{inWords(field, from)}</del>{' '}
                → <ins className="font-medium no-underline">{inWords(field, to)}</ins>
              </li>
            ))}
          </ul>
        )}
        {problems.map((problem) => (
          <p key={problem} dir="auto" className="mt-1 text-sm text-ink-2 [overflow-wrap:anywhere]">
            {problem}
          </p>
        ))}
      </div>
      <div className="flex shrink-0 flex-col items-end text-right max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:justify-between">
        <span className={cx('max-w-40 text-sm', isMissing ? 'text-danger' : 'text-ink-2')}>
          {undone ? texts.undone[undone] : texts.fates[fate][is_done ? 1 : 0]}
        </span>
        {onMatch && isOpen && (
          <span className="-mr-3.5 flex max-sm:-mr-2">
            {isUnsure && onLeaveOut && (
              <Button
                look="plain"
                size="small"
                aria-label={`${texts.leaveOut}: ${givenName}`}
                onClick={onLeaveOut}
                className="max-sm:px-2.5!"
              >
                {texts.leaveOut}
              </Button>
            )}
            <Button
              look="plain"
              size="small"
              aria-label={`${game ? texts.change : texts.choose} ${givenName}`}
              aria-haspopup="dialog"
              onClick={onMatch}
              className="text-accent! max-sm:px-2.5!"
            >
              {game ? texts.change : texts.choose}
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}

/** Position in the file, its own name if the game's differs, and how the game was found. */
function Origin({ row: { game, given, match, position, is_done } }: Pick<ImportRowProps, 'row'>) {
  const other = game !== null && given.title !== game.name ? given.title : null;
  const found = match === 'likely' && is_done ? null : texts.matches[match];
  const words = [
    texts.row(position),
    ...(other === null ? [] : [texts.inFile(other)]),
    ...(game && found ? [found] : []),
  ];
  return (
    <p className="text-sm text-ink-3 tabular-nums [overflow-wrap:anywhere]" dir="auto">
      {words.join(' · ')}
    </p>
  );
}

const MatchDialog = lazyPart(() => import('./match-dialog.tsx'), 'MatchDialog');

/** Page sizes. The first page of rows that need attention also provides their count. */
const pageSizes = { all: 50, attention: 200 } as const;

/** Rows that are being matched, or whose game is stored, need no user action. */
const isForUser = ({ fate, is_done }: Row) => fate !== 'matching' && !(is_done && storedFates.has(fate));

const storedFates: ReadonlySet<Row['fate']> = new Set(['added', 'changed', 'unchanged', 'doubled']);

/** Returns rows that need attention, those without a game first. */
const forUser = (rows: readonly Row[]) =>
  rows.filter(isForUser).toSorted((a, b) => Number(a.game !== null) - Number(b.game !== null));

interface RowsPanelProps {
  readonly id: string;
  /** Whether rows can still get another game. */
  readonly isOpen: boolean;
  /** Number of rows. */
  readonly rows: number;
}

/** Rows of an import in pages; starts with those that need attention, if any. */
export function RowsPanel({ id, isOpen, rows: count }: RowsPanelProps) {
  const [chosen, setChosen] = useState<keyof typeof pageSizes | null>(null);
  const [matched, setMatched] = useState<Row | null>(null);
  const [match, { error }] = importsApi.useMatchRowMutation();
  const doubtful = importsApi.useImportRowsInfiniteQuery({ id, show: 'attention', limit: pageSizes.attention });
  const [first] = doubtful.currentData?.pages ?? [];
  const attention = forUser(first?.rows ?? []).length;
  const isMore = (first?.next ?? null) !== null;
  const show = chosen ?? (isOpen && attention > 0 ? 'attention' : 'all');
  const isChosen = first !== undefined || chosen !== null;
  const listed = importsApi.useImportRowsInfiniteQuery(isChosen ? { id, show, limit: pageSizes[show] } : skipToken);
  const pages = listed.currentData?.pages;
  const rows = pages?.flatMap(({ rows }) => (show === 'attention' ? forUser(rows) : rows)) ?? [];
  const views = [
    ...(attention > 0 || chosen !== null ? [{ value: 'attention', label: texts.attention(attention, isMore) }] : []),
    { value: 'all', label: texts.all(count) },
  ];
  const leaveOut = ({ position }: Row) => void match({ params: { id, position }, body: { guid: null } });
  return (
    <Panel title={texts.title} className="mt-6">
      {views.length > 1 && (
        <ChoicePills
          label={texts.show}
          name="show"
          choices={views}
          value={show}
          onChange={(to) => setChosen(to as typeof show)}
        />
      )}
      <Refusal error={error} fallback={importsTexts.match.failed} className="mt-4" />
      <ul aria-label={texts.title} className="mt-2 divide-y divide-line">
        {rows.map((row) => (
          <ImportRow
            key={row.position}
            row={row}
            onMatch={isOpen ? () => setMatched(row) : undefined}
            onLeaveOut={isOpen ? () => leaveOut(row) : undefined}
          />
        ))}
        {pages && rows.length === 0 && !listed.hasNextPage && <li className="py-4 text-ink-2">{texts.none}</li>}
        {((!pages && !listed.isError) || listed.isFetchingNextPage) && (
          <li aria-hidden="true" className="py-3">
            <Skeleton className="h-40 rounded-xl" />
          </li>
        )}
        {listed.isError && (!pages || listed.isFetchNextPageError) && (
          <li>
            <MessageBox className="mt-4">{texts.failed}</MessageBox>
          </li>
        )}
        {listed.hasNextPage && !listed.isFetchingNextPage && (
          <li className="py-4 text-center">
            <Button onClick={() => listed.fetchNextPage()}>{texts.more}</Button>
          </li>
        )}
      </ul>
      {matched && <MatchDialog id={id} row={matched} onClose={() => setMatched(null)} />}
    </Panel>
  );
}
