import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useFocusBack } from '../../../lib/use-focus-back.ts';

interface PlaysSectionProps {
  readonly id: string;
  readonly title: string;
  readonly Icon: LucideIcon;
  /** Label of the button that opens the form. */
  readonly add: string;
  readonly form: (close: () => void) => ReactNode;
  /** Shown while there are no items and the form is closed; null while loading. */
  readonly none: string | null;
  /** List items. */
  readonly items: readonly ReactNode[];
  /** Shown between the form and the items. */
  readonly notice?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Sessions or playthroughs of a game, below a form that adds one. */
export function PlaysSection(props: PlaysSectionProps) {
  const { id, title, Icon, add, form, none, items, notice, children, className } = props;
  const [open, setOpen] = useState(false);
  const section = useFocusBack<HTMLElement>(open);
  return (
    <section ref={section} aria-labelledby={id} className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id={id} className="text-base">
          {title}
        </h3>
        {!open && (
          <Button size="small" onClick={() => setOpen(true)}>
            <Icon aria-hidden="true" className="size-4" />
            {add}
          </Button>
        )}
      </div>
      {open && <div className="py-3">{form(() => setOpen(false))}</div>}
      {notice}
      {items.length === 0 && !open && none && <p className="mt-1 text-sm text-ink-2">{none}</p>}
      {items.length > 0 && <ol className="mt-1">{items}</ol>}
      {children}
    </section>
  );
}
