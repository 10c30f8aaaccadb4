import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { History, ListPlus, type LucideIcon, Pencil, Share2, Trash2 } from 'lucide-react';
import { useDispatch } from 'react-redux';
import { historyTexts } from '../../../entities/history/texts.ts';
import { removeRequested, updateRequested } from '../../../entities/library/slice.ts';
import { loadAddToList } from '../../../entities/lists/add-to-list.tsx';
import { listTexts } from '../../../entities/lists/texts.ts';
import { vaultTexts as texts } from '../texts.ts';

export interface EntryAction {
  readonly Icon: LucideIcon;
  readonly word: string;
  readonly label: string;
  readonly isPressed?: boolean;
  /** Preloads the dialog that the action opens. */
  readonly load?: () => void;
  readonly run: () => void;
}

/** Opens a dialog about a vault game. */
export type OnOpen = (dialog: 'edit' | 'more' | 'list' | 'history', entry: LibraryEntry) => void;

export const loadEditDialog = () => import('./edit-dialog.tsx');

/** Actions on a vault game, for the buttons of its card or row and the touch menu. */
export function useEntryActions(entry: LibraryEntry, onOpen: OnOpen) {
  const dispatch = useDispatch();
  const { is_shared, game } = entry;
  const { actions } = texts;
  return {
    edit: {
      Icon: Pencil,
      word: actions.edit,
      label: texts.edit(game.name),
      load: () => void loadEditDialog(),
      run: () => onOpen('edit', entry),
    },
    list: {
      Icon: ListPlus,
      word: listTexts.addTo,
      label: listTexts.addOne(game.name),
      load: loadAddToList,
      run: () => onOpen('list', entry),
    },
    history: {
      Icon: History,
      word: historyTexts.open,
      label: historyTexts.openOf(game.name),
      run: () => onOpen('history', entry),
    },
    share: {
      Icon: Share2,
      word: is_shared ? actions.unshare : actions.share,
      label: texts.share(game.name),
      isPressed: is_shared,
      run: () => dispatch(updateRequested({ entry, changes: { is_shared: !is_shared } })),
    },
    remove: {
      Icon: Trash2,
      word: actions.remove,
      label: texts.remove(game.name),
      run: () => dispatch(removeRequested(entry)),
    },
  } satisfies Record<string, EntryAction>;
}
