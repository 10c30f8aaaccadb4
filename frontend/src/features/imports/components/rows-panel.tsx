import type { ImportRow as Row } from '@nightshelf/contracts/imports.ts';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ChoicePills } from '../../../entities/entry-form/choice-pills.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useImportRowsQuery, useMatchRowMutation } from '../api.ts';
import { importsTexts } from '../texts.ts';
import { ImportRow } from './import-row.tsx';

const texts = importsTexts.rows;

const MatchDialog = lazyPart(() => import('./match-dialog.tsx').then(({ MatchDialog }) => ({ default: MatchDialog })));

type Show = 'all' | 'attention';

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
  readonly rows: number;
}

/** Rows of an import in pages; starts with those that need attention, if any. */
export function RowsPanel({ id, isOpen, rows }: RowsPanelProps) {
  const [chosen, setChosen] = useState<Show | null>(null);
  const [matched, setMatched] = useState<Row | null>(null);
  const [match, { error }] = useMatchRowMutation();
  const { currentData } = useImportRowsQuery({ id, show: 'attention', limit: pageSizes.attention });
  const attention = forUser(currentData?.rows ?? []).length;
  const isMore = (currentData?.next ?? null) !== null;
  const show = chosen ?? (isOpen && attention > 0 ? 'attention' : 'all');
  const views = [
    ...(attention > 0 || chosen !== null ? [{ value: 'attention', label: texts.attention(attention, isMore) }] : []),
    { value: 'all', label: texts.all(rows) },
  ];
  const leaveOut = ({ position }: Row) => void match({ id, position, body: { guid: null } });
  return (
    <Panel title={texts.title} className="mt-6">
      {views.length > 1 && (
        <ChoicePills
          label={texts.show}
          name="show"
          choices={views}
          value={show}
          onChange={(to) => setChosen(to as Show)}
        />
      )}
      {error !== undefined && <MessageBox className="mt-4">{messageOf(error, importsTexts.match.failed)}</MessageBox>}
      <ul aria-label={texts.title} className="mt-2 divide-y divide-line">
        {currentData || chosen ? (
          <Part key={show} id={id} show={show} {...(isOpen && { onMatch: setMatched, onLeaveOut: leaveOut })} />
        ) : (
          <PartSkeleton />
        )}
      </ul>
      {matched && (
        <Suspense>
          <MatchDialog id={id} row={matched} onClose={() => setMatched(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

interface PartProps {
  readonly id: string;
  readonly show: Show;
  readonly after?: number;
  readonly onMatch?: (row: Row) => void;
  readonly onLeaveOut?: (row: Row) => void;
}

/** One page of rows; loads the next on demand. */
function Part({ id, show, after, onMatch, onLeaveOut }: PartProps) {
  const { currentData: data, error } = useImportRowsQuery({ id, show, after, limit: pageSizes[show] });
  const [isMore, setMore] = useState(false);
  if (!data && error) {
    return (
      <li>
        <MessageBox className="mt-4">{texts.failed}</MessageBox>
      </li>
    );
  }
  if (!data) return <PartSkeleton />;
  const { next } = data;
  const rows = show === 'attention' ? forUser(data.rows) : data.rows;
  return (
    <>
      {rows.map((row) => (
        <ImportRow
          key={row.position}
          row={row}
          onMatch={onMatch && (() => onMatch(row))}
          onLeaveOut={onLeaveOut && (() => onLeaveOut(row))}
        />
      ))}
      {rows.length === 0 && next === null && after === undefined && <li className="py-4 text-ink-2">{texts.none}</li>}
      {next !== null && !isMore && (
        <li className="py-4 text-center">
          <Button onClick={() => setMore(true)}>{texts.more}</Button>
        </li>
      )}
      {next !== null && isMore && (
        <Part id={id} show={show} after={next} {...(onMatch && { onMatch })} {...(onLeaveOut && { onLeaveOut })} />
      )}
    </>
  );
}

const PartSkeleton = () => (
  <li aria-hidden="true" className="py-3">
    <Skeleton className="h-40 rounded-xl" />
  </li>
);
