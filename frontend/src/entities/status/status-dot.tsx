import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { cx } from '../../lib/cx.ts';
import { statusLooks } from './statuses.ts';

interface StatusDotProps {
  readonly status: Status;
  readonly className?: string;
}

/** A compact mark that a game is in the vault: the icon on the status color, with its name for screen readers. */
export function StatusDot({ status, className }: StatusDotProps) {
  const { label, Icon, tint } = statusLooks[status];
  return (
    <span
      data-status={status}
      title={label}
      className={cx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-surface-0',
        tint,
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">In your vault: {label}</span>
    </span>
  );
}
