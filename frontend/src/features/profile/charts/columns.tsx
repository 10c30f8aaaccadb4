import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import type { Bar } from './chart-data.ts';

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
                <Stack bar={bar} x={`${(place + 0.15) * step}%`} width={`${0.7 * step}%`} unit={height / most} />
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

interface StackProps {
  readonly bar: Bar;
  readonly x: string;
  readonly width: string;
  /** Pixels per unit. */
  readonly unit: number;
}

function Stack({ bar, x, width, unit }: StackProps) {
  let foot = baseline;
  return statusOptions.map(({ value }) => {
    const length = (bar.parts[value] ?? 0) * unit;
    if (length === 0) return null;
    foot -= length;
    // A gap between segments separates them without relying on color.
    return (
      <rect
        key={value}
        x={x}
        y={foot}
        width={width}
        height={Math.max(1, length - 1.5)}
        rx={2.5}
        className={`fill-current ${statusLooks[value].shape}`}
      />
    );
  });
}
