import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { cx } from '../../lib/cx.ts';
import { statusLooks } from './statuses.ts';

interface StatusBadgeProps {
  readonly status: Status;
  /** With its own background, or inline in text. */
  readonly look?: 'chip' | 'text';
  /** Adds for screen readers that the game is in the user's vault, on pages that list other games too. */
  readonly isOwn?: boolean;
  readonly className?: string;
}

export function StatusBadge({ status, look = 'chip', isOwn = false, className }: StatusBadgeProps) {
  const { label, Icon, tint, wash } = statusLooks[status];
  const chip = look === 'chip';
  return (
    <span
      data-status={status}
      className={cx('inline-flex items-center gap-1.5 rounded-full', chip && 'bg-surface-1', className)}
    >
      <span
        className={cx(
          'inline-flex items-center rounded-full text-xs font-medium whitespace-nowrap',
          chip ? cx('gap-1.5 px-2.5 py-1', wash) : 'gap-1',
          tint,
        )}
      >
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {isOwn && <span className="sr-only">In your vault: </span>}
        {label}
      </span>
    </span>
  );
}
