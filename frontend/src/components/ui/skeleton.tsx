import { cx } from '../../lib/cx.ts';

/** A placeholder that appears after 150 ms. It is decorative: its surroundings announce the loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={cx('skeleton', className)} />;
}
