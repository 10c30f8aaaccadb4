import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { StatusBadge } from '../../status/status-badge.tsx';
import { statusLooks, statusOptions } from '../../status/statuses.ts';
import { useChoiceMenu } from './choice-menu.tsx';
import { useQuickEdit } from './quick-edit.ts';
import { quickTexts as texts } from './texts.ts';

/** Each status has its digit as shortcut. */
export const statusChoices = statusOptions.map((status, place) => ({ ...status, shortcut: String(place + 1) }));

/** Shows the status and opens a menu to change it; a choice is saved immediately. */
export function StatusControl({ entry }: { readonly entry: LibraryEntry }) {
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
        className="-mx-1.5 inline-flex min-h-6 items-center rounded-md px-1.5 hover:bg-surface-3"
      >
        <StatusBadge status={status} />
      </button>
      {menu}
    </>
  );
}
