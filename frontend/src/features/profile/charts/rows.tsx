import { Link } from 'react-router-dom';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import type { Bar } from './chart-data.ts';

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
            <Stack bar={bar} unit={100 / most} />
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

function Stack({ bar, unit }: { readonly bar: Bar; readonly unit: number }) {
  let start = 0;
  return statusOptions.map(({ value }) => {
    const length = (bar.parts[value] ?? 0) * unit;
    if (length === 0) return null;
    const x = start;
    start += length;
    return (
      <rect
        key={value}
        x={`${x}%`}
        width={`${Math.max(0.4, length - 0.4)}%`}
        height="100%"
        rx={2.5}
        className={`fill-current ${statusLooks[value].shape}`}
      />
    );
  });
}
