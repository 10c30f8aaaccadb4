import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

/** A placeholder that appears after 150 ms. It is decorative: its surroundings announce the loading. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <div aria-hidden="true" className={cx('skeleton', className)} />;
}

interface LoadingProps {
  /** Announced by screen readers; without it, the surroundings announce the loading. */
  readonly text?: string;
  /** Classes of the placeholders, in order. */
  readonly shapes?: readonly string[];
  readonly className?: string;
  readonly children?: ReactNode;
}

/** The likely shape of content that is loading. */
export function Loading({ text, shapes = [], className, children }: LoadingProps) {
  return (
    <div {...(text === undefined ? { 'aria-hidden': true } : { role: 'status' })} className={className}>
      {text !== undefined && <span className="sr-only">{text}</span>}
      {shapes.map((shape, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
        <Skeleton key={place} className={shape} />
      ))}
      {children}
    </div>
  );
}
