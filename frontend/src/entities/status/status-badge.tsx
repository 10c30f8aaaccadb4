import type { Status } from '@nightshelf/contracts';
import { Bookmark, CircleCheck, CircleX, Gamepad2, type LucideIcon, Package } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { statusLabels } from './statuses.ts';

const looks: Readonly<Record<Status, { Icon: LucideIcon; tint: string }>> = {
  completed: { Icon: CircleCheck, tint: 'bg-completed/14 text-completed' },
  playing: { Icon: Gamepad2, tint: 'bg-playing/14 text-playing' },
  want_to_play: { Icon: Bookmark, tint: 'bg-want-to-play/14 text-want-to-play' },
  dropped: { Icon: CircleX, tint: 'bg-dropped/14 text-dropped' },
  collection: { Icon: Package, tint: 'bg-collection/14 text-collection' },
};

/** A status as icon, word and colour. */
export function StatusBadge({ status, className }: { readonly status: Status; readonly className?: string }) {
  const { Icon, tint } = looks[status];
  return (
    <span data-status={status} className={cx('inline-flex items-center gap-1.5 rounded-full bg-surface-1', className)}>
      <span className={cx('inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-medium', tint)}>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {statusLabels[status]}
      </span>
    </span>
  );
}
