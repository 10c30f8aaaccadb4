import { Suspense } from 'react';
import { lazyPages } from '../lazy-page.tsx';
import { later } from './later.ts';

interface BellProps {
  readonly onApproach: () => void;
}

const Bell = later<BellProps>(() => import('../../features/notifications/bell.tsx').then(({ Bell }) => Bell));

/** Loads the bell in its own chunk and reserves its space. */
export const NotificationBell = () => (
  <Suspense fallback={<span className="size-11 shrink-0" />}>
    <Bell onApproach={lazyPages.notifications.preload} />
  </Suspense>
);
