import { LoaderCircle } from 'lucide-react';
import { cx } from '../../lib/cx.ts';

/** A spinner icon for busy buttons. */
export function SpinnerMark({ className }: { readonly className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cx('size-4 animate-spin', className)} />;
}

/** A spinner with text, for content of unknown shape. */
export function Spinner({ className }: { readonly className?: string }) {
  return (
    <div role="status" className={cx('flex items-center justify-center gap-3 py-16 text-ink-2', className)}>
      <SpinnerMark className="size-5 text-accent" />
      Loading...
    </div>
  );
}
