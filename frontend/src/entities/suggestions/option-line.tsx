import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';

interface OptionLineProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A list option that leaves focus in the text box when it is clicked. */
export function OptionLine({ id, isActive, onChoose, children }: OptionLineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 hover:bg-surface-3',
        isActive && 'bg-surface-3 outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {children}
    </div>
  );
}
