import { lazyPart } from '../../lib/lazy-part.tsx';

export const loadEntryHistory = () => import('./history-dialog.tsx');
export const HistoryDialog = lazyPart(loadEntryHistory, 'HistoryDialog');
