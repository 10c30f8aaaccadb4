import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import { formatCount } from '../../../lib/format.ts';
import { profileTexts } from '../texts.ts';
import type { Bar, Parts } from './chart-data.ts';

const texts = profileTexts.statistics;

interface ChartRow {
  readonly key: string;
  readonly name: string;
  readonly amount: string;
  /** Link to these games. */
  readonly to?: string | undefined;
}

interface ChartProps {
  readonly title: string;
  /** The chart as a sentence. */
  readonly summary: string;
  /** Column headings of the data table, which is absent without data. */
  readonly columns: readonly [string, string];
  readonly rows: readonly ChartRow[];
  readonly children: ReactNode;
}

/** A chart with a summary, and a data table behind a toggle. */
export function Chart({ title, summary, columns, rows, children }: ChartProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`} className="flex min-w-0 flex-col">
      <h3 id={`${id}-title`} className="text-base">
        {title}
      </h3>
      <p dir="auto" className="mt-1 mb-4 text-sm [overflow-wrap:anywhere] text-ink-2">
        {summary}
      </p>
      {rows.length > 0 && (
        <>
          {children}
          <Button
            look="plain"
            size="small"
            aria-expanded={open}
            aria-controls={`${id}-table`}
            aria-describedby={`${id}-title`}
            onClick={() => setOpen(!open)}
            className="mt-2 -ml-3.5 self-start"
          >
            {open ? texts.hideTable : texts.showTable}
          </Button>
          <table id={`${id}-table`} hidden={!open} aria-labelledby={`${id}-title`} className="mt-1 w-full text-sm">
            <thead>
              <tr className="text-ink-3 *:py-1.5 *:font-medium">
                <th scope="col" className="text-left">
                  {columns[0]}
                </th>
                <th scope="col" className="text-right">
                  {columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, amount, to }) => (
                <tr key={key} className="border-t border-line *:py-1.5">
                  <th scope="row" dir="auto" className="text-left font-normal [overflow-wrap:anywhere]">
                    {to === undefined ? (
                      name
                    ) : (
                      <Link to={to} className="underline underline-offset-4 hover:text-accent">
                        {name}
                      </Link>
                    )}
                  </th>
                  <td className="pl-4 text-right tabular-nums">{amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

/** Returns the parts of a bar that have a length, in order, and where each begins. @param unit length of an amount of 1 */
function segmentsOf(parts: Parts, unit: number) {
  let end = 0;
  return statusOptions.flatMap(({ value: status }) => {
    const length = (parts[status] ?? 0) * unit;
    end += length;
    return length === 0 ? [] : [{ status, length, start: end - length }];
  });
}

/** CSS pixels. */
const height = 128;
const above = 20;
const baseline = above + height;

interface ColumnsProps {
  readonly bars: readonly Bar[];
  readonly labelOf: (bar: Bar) => string;
  /** Link of a bar, for pointers only; the data table has the link for all users. */
  readonly addressOf?: (bar: Bar) => string;
}

/**
 * Vertical bars stacked by status. Bars scale with the container, text does not. Hidden from screen readers, because
 * the summary and data table say the same.
 */
export function Columns({ bars, labelOf, addressOf }: ColumnsProps) {
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const step = 100 / bars.length;
  return (
    <div>
      <svg aria-hidden="true" className="h-43 w-full overflow-visible">
        {bars.map((bar, place) => {
          const middle = `${(place + 0.5) * step}%`;
          return (
            <g key={bar.key}>
              <Led to={bar.total > 0 ? addressOf?.(bar) : undefined}>
                {segmentsOf(bar.parts, height / most).map(({ status, start, length }) => (
                  <rect
                    key={status}
                    x={`${(place + 0.15) * step}%`}
                    y={baseline - start - length}
                    width={`${0.7 * step}%`}
                    // A gap between segments separates them without relying on color.
                    height={Math.max(1, length - 1.5)}
                    rx={2.5}
                    className={`fill-current ${statusLooks[status].shape}`}
                  />
                ))}
              </Led>
              {bar.total > 0 && (
                <text
                  x={middle}
                  y={baseline - (bar.total / most) * height - 6}
                  textAnchor="middle"
                  className="fill-ink-2 text-xs tabular-nums"
                >
                  {bar.total}
                </text>
              )}
              <text x={middle} y={baseline + 18} textAnchor="middle" className="fill-ink-3 text-xs tabular-nums">
                {labelOf(bar)}
              </text>
            </g>
          );
        })}
        <line x1="0" x2="100%" y1={baseline + 0.5} y2={baseline + 0.5} className="stroke-line" />
      </svg>
    </div>
  );
}

function Led({ to, children }: { readonly to: string | undefined; readonly children: ReactNode }) {
  if (to === undefined) return children;
  return (
    <Link to={to} tabIndex={-1} className="hover:opacity-80">
      {children}
    </Link>
  );
}

const radius = 42;
const around = 2 * Math.PI * radius;
/** Gap between two arcs, in units of the drawing. */
const gap = 1.8;

interface RingProps {
  readonly parts: Parts;
  readonly total: number;
  /** Unit shown below the total. */
  readonly unit: string;
  /** Link of an arc; the legend has the link for all users. */
  readonly addressOf: (status: Status) => string;
}

/**
 * A ring with one arc per status and the total inside. Hidden from screen readers, because the legend says and does the
 * same.
 */
export function Ring({ parts, total, unit, addressOf }: RingProps) {
  const segments = segmentsOf(parts, around / total);
  const space = segments.length > 1 ? gap : 0;
  return (
    <div className="shrink-0">
      <svg aria-hidden="true" viewBox="0 0 100 100" className="size-36">
        {segments.map(({ status, start, length }) => (
          <Link key={status} to={addressOf(status)} tabIndex={-1} className="hover:opacity-80">
            <circle
              cx="50"
              cy="50"
              r={radius}
              fill="none"
              strokeWidth="11"
              strokeDasharray={`${Math.max(0.6, length - space)} ${around}`}
              strokeDashoffset={-start}
              transform="rotate(-90 50 50)"
              className={`stroke-current ${statusLooks[status].shape}`}
            />
          </Link>
        ))}
        <text
          x="50"
          y="53"
          textAnchor="middle"
          fontSize="20"
          className="fill-ink-1 font-heading font-semibold tabular-nums"
        >
          {formatCount(total)}
        </text>
        <text x="50" y="65" textAnchor="middle" fontSize="8" className="fill-ink-3">
          {unit}
        </text>
      </svg>
    </div>
  );
}

interface RowsProps {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly labelOf: (bar: Bar) => string;
  readonly amountOf: (total: number) => string;
  readonly addressOf: (bar: Bar) => string;
  /** The sum without a bar of its own, which would dwarf the others. */
  readonly rest: { readonly label: string; readonly total: number } | null;
}

/** Horizontal bars with labels, each stacked by status. */
export function Rows({ bars, label, labelOf, amountOf, addressOf, rest }: RowsProps) {
  const most = Math.max(1, ...bars.map(({ total }) => total));
  return (
    <ul aria-label={label} className="grid gap-3">
      {bars.map((bar) => (
        <li key={bar.key} className="group relative min-w-0">
          <Line label={labelOf(bar)} amount={amountOf(bar.total)} to={addressOf(bar)} />
          <svg aria-hidden="true" className="block h-2.5 w-full">
            {segmentsOf(bar.parts, 100 / most).map(({ status, start, length }) => (
              <rect
                key={status}
                x={`${start}%`}
                width={`${Math.max(0.4, length - 0.4)}%`}
                height="100%"
                rx={2.5}
                className={`fill-current ${statusLooks[status].shape}`}
              />
            ))}
          </svg>
        </li>
      ))}
      {rest && (
        <li>
          <Line label={rest.label} amount={amountOf(rest.total)} />
        </li>
      )}
    </ul>
  );
}

interface LineProps {
  readonly label: string;
  readonly amount: string;
  readonly to?: string;
}

function Line({ label, amount, to }: LineProps) {
  return (
    <div className="mb-1 flex items-baseline justify-between gap-4 text-sm">
      <span className="min-w-0 truncate text-ink-1" dir="auto">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="block truncate after:absolute after:inset-0 group-hover:text-accent">
            {label}
          </Link>
        )}
      </span>
      <span className="shrink-0 text-ink-2 tabular-nums">{amount}</span>
    </div>
  );
}
