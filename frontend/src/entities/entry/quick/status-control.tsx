import type { LibraryEntry } from '@nightshelf/contracts';
import { useCallback, useRef, useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { StatusBadge } from '../../status/status-badge.tsx';
import { statusLooks, statusOptions } from '../../status/statuses.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { useQuickEdit } from './quick-edit.ts';
import { quickTexts as texts } from './texts.ts';

/** The five, each with the digit that chooses it. */
export const statusChoices = statusOptions.map(({ value, label }, place) => {
  const { Icon, tint } = statusLooks[value];
  return { value, label, Icon, tint, shortcut: String(place + 1) };
});

interface StatusControlProps {
  readonly entry: LibraryEntry;
  readonly className?: string;
}

/** The status of an entry, which opens a menu to change it: what is chosen is saved at once. */
export function StatusControl({ entry, className }: StatusControlProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const edit = useQuickEdit();
  const close = useCallback(() => setOpen(false), []);
  const { status, game } = entry;
  return (
    <>
      <button
        ref={button}
        type="button"
        data-quick="status"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={texts.statusOf(game.name, statusLooks[status].label)}
        onClick={() => setOpen(true)}
        className={cx('-mx-1.5 inline-flex min-h-6 items-center rounded-md px-1.5 hover:bg-surface-3', className)}
      >
        <StatusBadge status={status} look="text" />
      </button>
      {open && (
        <ChoiceMenu
          title={texts.status}
          subject={game.name}
          choices={statusChoices}
          current={status}
          anchor={button.current}
          onChoose={(value) => edit(entry, { status: value })}
          onClose={close}
        />
      )}
    </>
  );
}
