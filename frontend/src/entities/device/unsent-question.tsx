import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadCode } from '../../lib/resend.ts';
import { unsent } from './unsent.ts';

// Dialogs bring a large package along, and few visits ever need this one.
const load = () => loadCode(() => import('./unsent-dialog.tsx'));
const UnsentDialog = lazy(() => load().then(({ UnsentDialog }) => ({ default: UnsentDialog })));

/** Asks whoever signs out while something is not sent yet, wherever they are. */
export function UnsentQuestion() {
  const asked = useSyncExternalStore(unsent.subscribe, unsent.current);
  return <Suspense>{asked && <UnsentDialog asked={asked} />}</Suspense>;
}
