import { cx } from '../../lib/cx.ts';

/** The shape of something that is loading; appears after 150 ms. Decorative: its surroundings say what is loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={cx('skeleton', className)} />;
}
