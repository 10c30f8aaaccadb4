import { useSyncExternalStore } from 'react';
import { confirmation } from '../../lib/confirmation.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { loadCode } from '../../lib/resend.ts';

// Load it on demand: the dialog package is large and few visits need it.
const load = () => loadCode(() => import('./dialog/confirmation-dialog.tsx'));
const ConfirmationDialog = lazyPart(load, 'ConfirmationDialog');

/** Asks for the confirmation of a waiting call on any page. */
export function Confirmations() {
  const waiting = useSyncExternalStore(confirmation.subscribe, confirmation.current);
  return waiting && <ConfirmationDialog confirmation={waiting} />;
}
