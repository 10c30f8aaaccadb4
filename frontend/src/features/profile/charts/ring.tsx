import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { Link } from 'react-router-dom';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import { formatCount } from '../../../lib/format.ts';
import type { Parts } from './chart-data.ts';

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
  const present = statusOptions.filter(({ value }) => (parts[value] ?? 0) > 0);
  const space = present.length > 1 ? gap : 0;
  let passed = 0;
  return (
    <div className="shrink-0">
      <svg aria-hidden="true" viewBox="0 0 100 100" className="size-36">
        {present.map(({ value }) => {
          const length = ((parts[value] ?? 0) / total) * around;
          const start = passed;
          passed += length;
          return (
            <Link key={value} to={addressOf(value)} tabIndex={-1} className="hover:opacity-80">
              <circle
                cx="50"
                cy="50"
                r={radius}
                fill="none"
                strokeWidth="11"
                strokeDasharray={`${Math.max(0.6, length - space)} ${around}`}
                strokeDashoffset={-start}
                transform="rotate(-90 50 50)"
                className={`stroke-current ${statusLooks[value].shape}`}
              />
            </Link>
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
