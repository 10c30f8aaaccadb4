import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

interface MessageBoxProps {
  readonly tone?: 'error' | 'notice';
  readonly title?: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A message in the page, near where it happened. An error is read out at once, a notice when there is time. */
export function MessageBox({ tone = 'error', title, children, className }: MessageBoxProps) {
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
      <div className="min-w-0">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
