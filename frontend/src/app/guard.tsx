import { type ReactNode, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { Spinner } from '../components/ui/spinner.tsx';
import { selectIsOffline, selectSession } from '../entities/session/selectors.ts';
import { lazyPart } from '../lib/lazy-part.tsx';

const NeedsNetwork = lazyPart(() => import('../entities/session/needs-network.tsx'), 'NeedsNetwork');

/** Access rules of a page. */
export interface Guard {
  /** The page itself reports a session that ends while it is open; a visitor without a session is still redirected. */
  readonly staysWhenSessionEnds?: boolean;
  /** Offline, the page shows stored data to the last user. */
  readonly opensOffline?: boolean;
}

interface RequireUserProps extends Guard {
  readonly children: ReactNode;
}

/** Replaces the sign-in pages while the last user is offline, because they cannot sign in. */
export function UnlessOffline({ children }: Pick<RequireUserProps, 'children'>) {
  return useSelector(selectIsOffline) ? <NeedsNetwork /> : children;
}

/** Shows a page to signed-in users; redirects all others to sign in, with the target page. */
export function RequireUser({ staysWhenSessionEnds = false, opensOffline = false, children }: RequireUserProps) {
  const { known, user, reader, presumed } = useSelector(selectSession);
  const location = useLocation();
  const [entered, setEntered] = useState(false);
  const signedIn = user !== null;
  useEffect(() => {
    if (signedIn) setEntered(true);
  }, [signedIn]);
  if (!known) return opensOffline && presumed ? children : <Spinner />;
  if (signedIn) return children;
  if (reader) return opensOffline ? children : <NeedsNetwork />;
  if (entered && staysWhenSessionEnds) return children;
  return <Navigate to="/login" replace state={{ from: location }} />;
}
