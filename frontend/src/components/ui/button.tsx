import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '../../lib/cx.ts';
import { SpinnerMark } from './spinner.tsx';

type Look = 'primary' | 'quiet' | 'plain' | 'danger' | 'overlay';
type Size = 'medium' | 'small' | 'icon';

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong',
  quiet: 'bg-surface-2 text-ink-1 hover:bg-surface-3',
  plain: 'text-ink-2 hover:bg-surface-2 hover:text-ink-1',
  danger: 'bg-danger text-danger-ink hover:opacity-90',
  /** On a cover of any color. */
  overlay: 'bg-surface-0/90 text-ink-1 shadow-lift backdrop-blur-sm hover:bg-surface-0',
};

// Touch targets need 44 px; a mouse is precise enough for the smaller size.
const sizes: Readonly<Record<Size, string>> = {
  medium: 'min-h-11 px-4.5 text-base',
  small: 'min-h-11 px-3.5 text-sm pointer-fine:min-h-9',
  icon: 'size-11 shrink-0',
};

function classesOf(look: Look, size: Size, className?: string): string {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none',
    'transition-colors duration-150 ease-out disabled:cursor-not-allowed disabled:opacity-60',
    looks[look],
    sizes[size],
    className,
  );
}

interface Looks {
  readonly look?: Look;
  readonly size?: Size;
}

interface ButtonProps extends Looks, ComponentProps<'button'> {
  /** Shows a spinner and disables the button. */
  readonly busy?: boolean;
}

/** A button. Use one `primary` at most per view, for the next action. */
export function Button({ look = 'quiet', size = 'medium', busy = false, disabled, ...rest }: ButtonProps) {
  const { className, children, type = 'button', ...button } = rest;
  return (
    <button {...button} type={type} disabled={disabled || busy} className={classesOf(look, size, className)}>
      {busy && <SpinnerMark />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'quiet', size = 'medium', className, ...link }: Looks & LinkProps) {
  return <Link {...link} className={classesOf(look, size, className)} />;
}
