import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { cx } from '../../../lib/cx.ts';
import { StatusBadge } from '../../status/status-badge.tsx';
import { statusLooks, statusOptions } from '../../status/statuses.ts';
import { useChoiceMenu } from './choice-menu.tsx';
import { useQuickEdit } from './quick-edit.ts';
import { quickTexts as texts } from './texts.ts';

/** Each status has its digit as shortcut. */
export const statusChoices = statusOptions.map((status, place) => ({ ...status, shortcut: String(place + 1) }));

interface StatusControlProps {
  readonly entry: LibraryEntry;
  readonly className?: string;
}

/** Shows the status and opens a menu to change it; a choice is saved immediately. */
export function StatusControl({ entry, className }: StatusControlProps) {
  const edit = useQuickEdit();
  const { status, game } = entry;
  const { opener, menu } = useChoiceMenu({
    title: texts.status,
    subject: game.name,
    choices: statusChoices,
    current: status,
    onChoose: (value) => edit(entry, { status: value }),
  });
  return (
    <>
      <button
        {...opener}
        type="button"
        data-quick="status"
        aria-label={texts.statusOf(game.name, statusLooks[status].label)}
        className={cx('-mx-1.5 inline-flex min-h-6 items-center rounded-md px-1.5 hover:bg-surface-3', className)}
      >
        <StatusBadge status={status} look="text" />
      </button>
      {menu}
    </>
  );
}
