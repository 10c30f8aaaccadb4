import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import type { Bar } from './chart-data.ts';

/** Lengths in CSS pixels. */
const height = 128;
const above = 20;
const baseline = above + height;

interface ColumnsProps {
  readonly bars: readonly Bar[];
  readonly labelOf: (bar: Bar) => string;
  /** Where a bar leads, for a pointer; the chart's table leads there for everybody. */
  readonly addressOf?: (bar: Bar) => string;
}

/** Upright bars, each stacked by status, with its amount on top. As wide as their place, their text at its own size.
 * For the eye and a pointer: the chart's sentence and table say the same. */
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
  /** Pixels for an amount of one. */
  readonly unit: number;
}

function Stack({ bar, x, width, unit }: StackProps) {
  let foot = baseline;
  return statusOptions.map(({ value }) => {
    const length = (bar.parts[value] ?? 0) * unit;
    if (length === 0) return null;
    foot -= length;
    // A hair of background between two parts tells them apart without their colours.
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
