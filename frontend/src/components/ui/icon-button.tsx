import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  readonly Icon: LucideIcon;
  /** Accessible label. */
  readonly label: string;
  readonly iconClassName?: string;
}

/** A button that shows only an icon. */
export function IconButton({ Icon, label, iconClassName = 'size-4.5', ...button }: IconButtonProps) {
  return (
    <Button look="plain" size="icon" aria-label={label} {...button}>
      <Icon aria-hidden="true" className={iconClassName} />
    </Button>
  );
}
