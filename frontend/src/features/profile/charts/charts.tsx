import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import { cx } from '../../../lib/cx.ts';
import type { Bar, Parts } from './chart-data.ts';

interface ChartProps {
  readonly title: string;
  /** A sentence above the chart, or instead of it. */
  readonly summary?: string | false;
  readonly children: ReactNode;
}

export function Chart({ title, summary, children }: ChartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <h3 id={id} className="mb-4 text-base">
        {title}
      </h3>
      {summary && <p className="-mt-3 mb-4 text-sm text-ink-2">{summary}</p>}
      {children}
    </section>
  );
}

interface SegmentsProps {
  readonly parts: Parts;
  /** The amount that fills the whole length. */
  readonly most: number;
}

/** The parts of a bar by status. The gaps between them separate them without relying on color. */
const Segments = ({ parts, most }: SegmentsProps) =>
  statusOptions.map(
    ({ value: status }) =>
      parts[status] !== undefined &&
      parts[status] > 0 && (
        <span
          key={status}
          style={{ flexBasis: `${(100 * parts[status]) / most}%` }}
          className={cx('min-h-px min-w-px rounded-xs bg-current forced-color-adjust-none', statusLooks[status].shape)}
        />
      ),
  );

const mostOf = (bars: readonly Bar[]) => Math.max(1, ...bars.map(({ total }) => total));

interface ColumnsProps {
  readonly bars: readonly Bar[];
  /** Short text below a bar. */
  readonly labelOf: (bar: Bar) => string;
  /** Label and amount for screen readers. */
  readonly nameOf: (bar: Bar) => string;
  /** Address of the games of a bar. */
  readonly addressOf?: (bar: Bar) => string;
}

/** Vertical bars, stacked by status. */
export function Columns({ bars, labelOf, nameOf, addressOf }: ColumnsProps) {
  // Leaves room for the number above the longest bar.
  const most = mostOf(bars) / 0.86;
  return (
    <ol className="flex text-center text-xs tabular-nums">
      {bars.map((bar) => {
        const column = (
          <>
            <span aria-hidden="true" className="flex h-37 flex-col-reverse gap-px border-b border-line px-[15%]">
              <Segments parts={bar.parts} most={most} />
              {bar.total > 0 && <span className="pb-1 text-ink-2">{bar.total}</span>}
            </span>
            <span aria-hidden="true" className="mt-1 block text-ink-3">
              {labelOf(bar)}
            </span>
            <span className="sr-only">{nameOf(bar)}</span>
          </>
        );
        return (
          <li key={bar.key} className="relative min-w-0 flex-1">
            {addressOf && bar.total > 0 ? (
              <Link to={addressOf(bar)} className="block hover:opacity-80">
                {column}
              </Link>
            ) : (
              column
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface RowsProps {
  readonly bars: readonly Bar[];
  readonly labelOf: (bar: Bar) => string;
  readonly amountOf: (total: number) => string;
  /** Address of the games of a bar. */
  readonly addressOf: (bar: Bar) => string;
}

/** Horizontal bars with labels, each stacked by status. */
export function Rows({ bars, labelOf, amountOf, addressOf }: RowsProps) {
  const most = mostOf(bars);
  return (
    <dl className="grid max-h-80 gap-3 overflow-y-auto">
      {bars.map((bar) => (
        <div key={bar.key} className="group relative flex min-w-0 justify-between gap-4 pb-4 text-sm">
          <dt className="min-w-0 truncate" dir="auto">
            <Link to={addressOf(bar)} className="after:absolute after:inset-0 group-hover:text-accent">
              {labelOf(bar)}
            </Link>
          </dt>
          <dd className="shrink-0 text-ink-2 tabular-nums">
            {amountOf(bar.total)}
            <span aria-hidden="true" className="absolute inset-x-0 bottom-0 flex h-2.5 gap-px">
              <Segments parts={bar.parts} most={most} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
