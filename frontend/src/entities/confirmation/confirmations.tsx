import { Suspense, useSyncExternalStore } from 'react';
import { confirmation } from '../../lib/confirmation.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { loadCode } from '../../lib/resend.ts';

// Dialogs bring a large package along, and few visits ever need this one.
const load = () => loadCode(() => import('./dialog/confirmation-dialog.tsx'));
const ConfirmationDialog = lazyPart(() => load().then(({ ConfirmationDialog }) => ({ default: ConfirmationDialog })));

/** Asks for whatever call waits, wherever the user is by then. */
export function Confirmations() {
  const waiting = useSyncExternalStore(confirmation.subscribe, confirmation.current);
  return <Suspense>{waiting && <ConfirmationDialog confirmation={waiting} />}</Suspense>;
}
