import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { cx } from '../../lib/cx.ts';
import { statusLooks } from './statuses.ts';

interface StatusBadgeProps {
  readonly status: Status;
  /** Adds for screen readers that the game is in the user's vault, on pages that list other games too. */
  readonly isOwn?: boolean;
}

export function StatusBadge({ status, isOwn = false }: StatusBadgeProps) {
  const { label, Icon, tint } = statusLooks[status];
  return (
    <span data-status={status} className="inline-flex items-center">
      <span className={cx('inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap', tint)}>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {isOwn && <span className="sr-only">In your vault: </span>}
        {label}
      </span>
    </span>
  );
}
