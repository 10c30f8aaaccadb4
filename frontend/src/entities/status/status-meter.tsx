import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { cx } from '../../lib/cx.ts';
import { formatCount } from '../../lib/format.ts';
import { statusOptions } from './statuses.ts';

interface StatusMeterProps {
  readonly label: string;
  readonly counts: Readonly<Record<Status, number>>;
  /** Labels that differ from the usual ones. */
  readonly names?: Partial<Record<Status, string>>;
}

/** The number of games per status as a bar and in text. */
export function StatusMeter({ label, counts, names = {} }: StatusMeterProps) {
  const filled = statusOptions.filter(({ value }) => counts[value] > 0);
  return (
    <div className="min-w-0">
      <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-surface-3">
        {filled.map(({ value, shape }) => (
          <span
            key={value}
            className={cx('min-w-1.5 bg-current', shape)}
            style={{ flexGrow: counts[value], flexBasis: 0 }}
          />
        ))}
      </div>
      <dl aria-label={label} className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        {statusOptions.map(({ value, label: usual, shape }) => (
          <div key={value} className="inline-flex items-center gap-2">
            <span aria-hidden="true" className={cx('size-2.5 rounded-full bg-current', shape)} />
            <dt className="text-ink-2">{names[value] ?? usual}</dt>
            <dd className="font-semibold tabular-nums">{formatCount(counts[value])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
