import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import { formatCount } from '../../../lib/format.ts';
import type { Parts } from './chart-data.ts';

const radius = 42;
const around = 2 * Math.PI * radius;
/** Units of the drawing left free between two arcs. */
const gap = 1.8;

interface RingProps {
  readonly parts: Parts;
  readonly total: number;
  readonly label: string;
  /** What is counted, under the number in the middle. */
  readonly unit: string;
}

/** A ring of one arc for each status, and the total inside it. */
export function Ring({ parts, total, label, unit }: RingProps) {
  const present = statusOptions.filter(({ value }) => (parts[value] ?? 0) > 0);
  const space = present.length > 1 ? gap : 0;
  let passed = 0;
  return (
    <div role="img" aria-label={label} className="shrink-0">
      <svg aria-hidden="true" viewBox="0 0 100 100" className="size-36">
        {present.map(({ value }) => {
          const length = ((parts[value] ?? 0) / total) * around;
          const start = passed;
          passed += length;
          return (
            <circle
              key={value}
              cx="50"
              cy="50"
              r={radius}
              fill="none"
              strokeWidth="11"
              strokeDasharray={`${Math.max(0.6, length - space)} ${around}`}
              strokeDashoffset={-start}
              transform="rotate(-90 50 50)"
              className={`stroke-current ${statusLooks[value].tint}`}
            />
          );
        })}
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
