import type { Activity } from '@nightshelf/contracts/accounts.ts';
import { NextPage } from '../../../components/ui/next-page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { cx } from '../../../lib/cx.ts';
import { formatMoment } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { securityApi } from '../api.ts';
import { LoadedPanel } from '../components/loaded-panel.tsx';
import { securityTexts } from '../texts.ts';
import { inWords, isRefusal } from './in-words.ts';

const texts = securityTexts.activity;

/** Audit trail of the account, newest first. */
export function ActivityPanel() {
  const query = securityApi.useActivityInfiniteQuery();
  const lines = query.data?.pages.flatMap(({ activity }) => activity) ?? [];
  return (
    <LoadedPanel
      title={texts.title}
      hint={texts.hint}
      query={query}
      failed={texts.failed}
      shape={<Skeleton className="h-87" />}
    >
      {lines.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      <ol className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
      <NextPage query={query} texts={texts} className="mt-3 -ml-4.5 self-start" />
    </LoadedPanel>
  );
}

function Line({ line }: { readonly line: Activity }) {
  const { at, device, address } = line;
  const place = [device, address].filter((part) => part !== null).join(', ');
  return (
    <li className="py-3 first:pt-0">
      <div className="flex items-baseline justify-between gap-x-4">
        <p className={cx('min-w-0 font-medium [overflow-wrap:anywhere]', isRefusal(line) && 'text-danger')}>
          {inWords(line)}
        </p>
        <time dateTime={at} title={formatMoment(at)} className="shrink-0 text-sm text-ink-3">
          {formatAgo(at)}
        </time>
      </div>
      {place !== '' && <p className="text-sm [overflow-wrap:anywhere] text-ink-3">{place}</p>}
    </li>
  );
}
