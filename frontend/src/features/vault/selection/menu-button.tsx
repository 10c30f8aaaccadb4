import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { type Choice, ChoiceMenu } from '../../../entities/entry/quick/choice-menu.tsx';

interface MenuButtonProps<Value> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
  readonly children: ReactNode;
}

/** A button with a menu, of which nothing is chosen yet. */
export function MenuButton<Value extends string | number | null>(props: MenuButtonProps<Value>) {
  const { label, choices, onChoose, children } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button
        ref={button}
        size="small"
        look="plain"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open && (
        <ChoiceMenu
          title={label}
          subject={label}
          choices={choices}
          anchor={button.current}
          onChoose={onChoose}
          onClose={close}
        />
      )}
    </>
  );
}
