import { Suspense } from 'react';
import { lazyPages } from '../lazy-page.tsx';
import { later } from './later.ts';

interface BellProps {
  readonly onApproach: () => void;
}

const Bell = later<BellProps>(() => import('../../features/notifications/bell.tsx').then(({ Bell }) => Bell));

/** The bell, in a file of its own: the page is there before it. Its place is kept. */
export const NotificationBell = () => (
  <Suspense fallback={<span className="size-11 shrink-0" />}>
    <Bell onApproach={lazyPages.notifications.preload} />
  </Suspense>
);
