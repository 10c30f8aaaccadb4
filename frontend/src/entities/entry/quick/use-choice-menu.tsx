import { useCallback, useRef, useState } from 'react';
import { ChoiceMenu, type ChoiceMenuProps } from './choice-menu.tsx';

/** A menu that a button opens. @returns what the button needs, and the menu, to stand beside it */
export function useChoiceMenu<Value extends string | number | null>(
  menu: Omit<ChoiceMenuProps<Value>, 'anchor' | 'onClose'>,
) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  return {
    opener: { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': open, onClick: () => setOpen(true) } as const,
    menu: open && <ChoiceMenu {...menu} anchor={button.current} onClose={close} />,
  };
}
