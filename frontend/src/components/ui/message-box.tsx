import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

interface MessageBoxProps {
  readonly tone?: 'error' | 'notice';
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A message near its cause. Screen readers announce an error immediately and a notice when they are idle. */
export function MessageBox({ tone = 'error', children, className }: MessageBoxProps) {
  const Icon = tone === 'error' ? CircleAlert : Info;
  const tint = tone === 'error' ? 'bg-danger/12' : 'bg-surface-2';
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-lg px-4 py-3 text-ink-1', tint, className)}
    >
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-5 shrink-0', tone === 'error' ? 'text-danger' : 'text-accent')}
      />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
