import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import type { Choice } from '../../../entities/entry/quick/choice-menu.tsx';
import { useChoiceMenu } from '../../../entities/entry/quick/use-choice-menu.tsx';

interface MenuButtonProps<Value> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
  readonly children: ReactNode;
}

/** A menu button without a selected item. */
export function MenuButton<Value extends string | number | null>(props: MenuButtonProps<Value>) {
  const { label, choices, onChoose, children } = props;
  const { opener, menu } = useChoiceMenu({ title: label, subject: label, choices, onChoose });
  return (
    <>
      <Button {...opener} size="small" look="plain">
        {children}
      </Button>
      {menu}
    </>
  );
}
