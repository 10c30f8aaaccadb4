import type { Status } from '@nightshelf/contracts';
import { cx } from '../../lib/cx.ts';
import { statusLooks } from './statuses.ts';

/** A status as icon, word and colour. */
export function StatusBadge({ status, className }: { readonly status: Status; readonly className?: string }) {
  const { label, Icon, tint, wash } = statusLooks[status];
  return (
    <span data-status={status} className={cx('inline-flex items-center gap-1.5 rounded-full bg-surface-1', className)}>
      <span className={cx('inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-medium', wash, tint)}>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {label}
      </span>
    </span>
  );
}
