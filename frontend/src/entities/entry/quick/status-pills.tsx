import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { type CSSProperties, useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { statusOptions } from '../../status/statuses.ts';

interface StatusPillsProps {
  readonly label: string;
  /** Undefined while nothing is chosen. */
  readonly current: Status | undefined;
  readonly disabled: boolean;
  readonly onChoose: (status: Status) => void;
}

/** One pill per status; a click chooses it immediately, and completing a game triggers an animation. */
export function StatusPills({ label, current, disabled, onChoose }: StatusPillsProps) {
  const [completions, setCompletions] = useState(0);
  const choose = (status: Status) => {
    if (status === current) return;
    if (status === 'completed') setCompletions((before) => before + 1);
    onChoose(status);
  };
  return (
    <fieldset aria-label={label} className="grid min-w-0 grid-cols-2 gap-1.5 sm:grid-cols-6">
      {statusOptions.map(({ value, label: word, Icon, tint, wash }, place) => {
        const isCurrent = value === current;
        return (
          <button
            key={value}
            type="button"
            data-quick={`status-${value}`}
            disabled={disabled}
            aria-pressed={isCurrent}
            onClick={() => choose(value)}
            className={cx(
              'relative inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full border px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 pointer-fine:min-h-9',
              // Three and two per row; on a phone two, two and one.
              place < 3 ? 'sm:col-span-2' : 'sm:col-span-3',
              place === 4 && 'max-sm:col-span-2',
              isCurrent
                ? cx('border-current', wash, tint)
                : 'border-line text-ink-2 hover:bg-surface-3 hover:text-ink-1',
            )}
          >
            <Icon aria-hidden="true" className={cx('size-4 shrink-0', !isCurrent && tint)} />
            {word}
            {value === 'completed' && isCurrent && completions > 0 && <Joy key={completions} />}
          </button>
        );
      })}
    </fieldset>
  );
}

const sparks = Array.from({ length: 10 }, (_, at) => at);

function Joy() {
  return (
    <span aria-hidden="true" className="joy">
      {sparks.map((spark) => (
        <i key={spark} style={{ '--spark': spark } as CSSProperties} />
      ))}
    </span>
  );
}
