import { lazy, Suspense } from 'react';
import { loadCode } from '../../lib/resend.ts';
import { lazyPages } from '../lazy-page.tsx';

const load = () => loadCode(() => import('../../features/notifications/bell.tsx'));
const Bell = lazy(() => load().then(({ Bell }) => ({ default: Bell })));

/** The bell, in a file of its own: the page is there before it. Its place is kept. */
export const NotificationBell = () => (
  <Suspense fallback={<span className="size-11 shrink-0" />}>
    <Bell onApproach={lazyPages.notifications.preload} />
  </Suspense>
);
