import type { ComponentProps } from 'react';
import { cx } from '../../lib/cx.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly label: string;
}

/** A checkbox whose label is part of the target. */
export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={cx('inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-ink-1', className)}>
      <input {...input} type="checkbox" className="size-4.5 shrink-0 cursor-pointer" />
      {label}
    </label>
  );
}
