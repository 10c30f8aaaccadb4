import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const load = () => import('./history-dialog.tsx').then(({ HistoryDialog }) => ({ default: HistoryDialog }));
const HistoryDialog = lazyPart(load);

export const loadEntryHistory = (): void => void load();

interface EntryHistoryProps {
  /** Null while the dialog is closed. */
  readonly entry: LibraryEntry | null;
  readonly onClose: () => void;
}

export function EntryHistory({ entry, onClose }: EntryHistoryProps) {
  return entry && <HistoryDialog entry={entry} onClose={onClose} />;
}
