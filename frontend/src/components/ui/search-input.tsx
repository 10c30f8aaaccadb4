import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../../lib/cx.ts';
import { controlClasses } from './field.tsx';

/** A search box with an icon. */
export function SearchInput({ className, ...input }: ComponentProps<'input'>) {
  return (
    <div className={cx('relative', className)}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.25 left-3.5 size-4.5 text-ink-3" />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        {...input}
        className={cx(controlClasses, 'h-11 pr-3 pl-10.5')}
      />
    </div>
  );
}
