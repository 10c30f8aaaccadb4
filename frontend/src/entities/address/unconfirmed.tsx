import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { loadCode } from '../../lib/resend.ts';
import { readLastUser } from '../session/last-user.ts';
import { selectSession } from '../session/selectors.ts';

const place = <div className="min-h-12 sm:min-h-13" />;
const AddressBanner = lazyPart(() => loadCode(() => import('./address-banner.tsx')), 'AddressBanner', place);

/**
 * Shows the banner for an unconfirmed address without shifting the page: from the start if the device has stored that,
 * otherwise on the next page.
 */
export function Unconfirmed() {
  const { known, user } = useSelector(selectSession);
  const { pathname } = useLocation();
  const isUnconfirmed = Boolean(user?.email && user.email_verified === false);
  const [shown, setShown] = useState(() => readLastUser()?.unconfirmed === true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only with another page
  useEffect(() => {
    if (known) setShown(isUnconfirmed);
  }, [pathname]);
  if (!shown || (known && !isUnconfirmed)) return null;
  return known ? <AddressBanner /> : place;
}
