import { useCallback, useRef, useState } from 'react';
import { ChoiceMenu, type ChoiceMenuProps } from './choice-menu.tsx';

/** @returns the props of the button that opens the menu, and the menu element to render beside it */
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
