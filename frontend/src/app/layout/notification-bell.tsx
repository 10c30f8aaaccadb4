import { type ComponentType, lazy, Suspense } from 'react';
import { loadCode } from '../../lib/resend.ts';
import { lazyPages } from '../lazy-page.tsx';

interface BellProps {
  readonly onApproach: () => void;
}

const load = () => loadCode(() => import('../../features/notifications/bell.tsx'));
// No page is lost for want of a bell.
const Bell = lazy<ComponentType<BellProps>>(() =>
  load().then(
    ({ Bell }) => ({ default: Bell }),
    () => ({ default: () => null }),
  ),
);

/** The bell, in a file of its own: the page is there before it. Its place is kept. */
export const NotificationBell = () => (
  <Suspense fallback={<span className="size-11 shrink-0" />}>
    <Bell onApproach={lazyPages.notifications.preload} />
  </Suspense>
);
