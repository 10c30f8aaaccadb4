import { loadCode } from '../../lib/resend.ts';

/** Loads the dialog on demand: its package is large and conflicts are rare. */
export const loadConflictDialog = () => loadCode(() => import('./conflict-dialog.tsx'));
