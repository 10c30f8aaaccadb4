import { loadCode } from '../../lib/resend.ts';

/** Dialogs bring a large package along, and few edits ever meet another. */
export const loadConflictDialog = () => loadCode(() => import('./conflict-dialog.tsx'));
