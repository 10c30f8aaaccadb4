import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const load = () => import('./add-to-list-dialog.tsx').then(({ AddToListDialog }) => ({ default: AddToListDialog }));
const AddToListDialog = lazyPart(load);

export const loadAddToList = (): void => void load();

interface AddToListProps {
  /** Null while the dialog is closed. */
  readonly entries: readonly LibraryEntry[] | null;
  readonly onClose: () => void;
}

export function AddToList({ entries, onClose }: AddToListProps) {
  if (!entries || entries.length === 0) return null;
  return <AddToListDialog entries={entries} onClose={onClose} />;
}
