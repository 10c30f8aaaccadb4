import type { ImportRow as Row } from '@nightshelf/contracts';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ChoicePills } from '../../../entities/entry-form/choice-pills.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useImportRowsQuery } from '../api.ts';
import { importsTexts } from '../texts.ts';
import { ImportRow } from './import-row.tsx';
import { SearchMissing } from './search-missing.tsx';

const texts = importsTexts.rows;

const MatchDialog = lazyPart(() => import('./match-dialog.tsx').then(({ MatchDialog }) => ({ default: MatchDialog })));

type Show = 'all' | 'attention';

const shows = [
  { value: 'all', label: texts.all },
  { value: 'attention', label: texts.attention },
];

interface RowsPanelProps {
  readonly id: string;
  /** Whether rows may be given another game. */
  readonly isOpen: boolean;
  /** Rows without a game. */
  readonly missing: number;
}

/** The rows of an import, a page after the other. */
export function RowsPanel({ id, isOpen, missing }: RowsPanelProps) {
  const [show, setShow] = useState<Show>('all');
  const [matched, setMatched] = useState<Row | null>(null);
  return (
    <Panel title={texts.title} className="mt-6">
      {isOpen && <SearchMissing id={id} missing={missing} />}
      <ChoicePills label={texts.show} name="show" choices={shows} value={show} onChange={(to) => setShow(to as Show)} />
      <ul aria-label={texts.title} className="mt-2 divide-y divide-line">
        <Part key={show} id={id} show={show} onMatch={isOpen ? setMatched : undefined} />
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
  readonly onMatch: ((row: Row) => void) | undefined;
}

/** A page of rows, and those after it once they are wanted. */
function Part({ id, show, after, onMatch }: PartProps) {
  const { currentData: data, error } = useImportRowsQuery({ id, show, after });
  const [isMore, setMore] = useState(false);
  if (!data && error) {
    return (
      <li>
        <MessageBox className="mt-4">{texts.failed}</MessageBox>
      </li>
    );
  }
  if (!data) {
    return (
      <li aria-hidden="true" className="py-3">
        <Skeleton className="h-40 rounded-xl" />
      </li>
    );
  }
  const { rows, next } = data;
  return (
    <>
      {rows.map((row) => (
        <ImportRow key={row.position} row={row} onMatch={onMatch && (() => onMatch(row))} />
      ))}
      {rows.length === 0 && after === undefined && <li className="py-4 text-ink-2">{texts.none}</li>}
      {next !== null && !isMore && (
        <li className="py-4 text-center">
          <Button onClick={() => setMore(true)}>{texts.more}</Button>
        </li>
      )}
      {next !== null && isMore && <Part id={id} show={show} after={next} onMatch={onMatch} />}
    </>
  );
}
