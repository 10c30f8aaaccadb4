import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { Link } from 'react-router-dom';
import type { OwnStatistics } from '../../../entities/library/statistics.ts';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import { formatCount } from '../../../lib/format.ts';
import { Chart } from '../charts/chart.tsx';
import { Ring } from '../charts/ring.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.charts;
const gamesHaving = (status: Status) => `/library?status=${status}`;
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** Ring of statuses. The other charts share its legend. */
export function StatusChart({ statistics }: { readonly statistics: OwnStatistics }) {
  const { byStatus, total } = statistics;
  const most = Math.max(...Object.values(byStatus));
  const level = statusOptions.filter(({ value }) => byStatus[value] === most).map(({ label }) => label);
  const summary = texts.status.summary(level, percent.format(most / total));
  const rows = statusOptions.map(({ value, label }) => ({
    key: value,
    name: label,
    amount: formatCount(byStatus[value]),
  }));
  return (
    <Chart title={texts.status.title} summary={summary} columns={[texts.status.column, texts.games]} rows={rows}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-5">
        <Ring parts={byStatus} total={total} unit={texts.status.unit(total)} addressOf={gamesHaving} />
        <dl className="grid min-w-36 flex-1 gap-0.5">
          {statusOptions.map(({ value, label }) => (
            <div
              key={value}
              className="group relative -mx-2 flex min-h-9 items-center gap-2.5 rounded-lg px-2 hover:bg-surface-2"
            >
              <span aria-hidden="true" className={`size-3 rounded-full bg-current ${statusLooks[value].shape}`} />
              <dt className="flex-1 text-ink-2">
                <Link to={gamesHaving(value)} className="after:absolute after:inset-0 group-hover:text-ink-1">
                  {label}
                </Link>
              </dt>
              <dd className="font-semibold tabular-nums">{formatCount(byStatus[value])}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Chart>
  );
}
