import { type ReactNode, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { Spinner } from '../components/ui/spinner.tsx';
import { selectIsOffline, selectSession } from '../entities/session/selectors.ts';
import { lazyPart } from '../lib/lazy-part.tsx';

const NeedsNetwork = lazyPart(() =>
  import('../entities/session/needs-network.tsx').then(({ NeedsNetwork }) => ({ default: NeedsNetwork })),
);

/** How a page for signed-in users is guarded. */
export interface Guard {
  /** The page says itself that its session has ended while it was open; whoever comes without one is sent away as ever. */
  readonly staysWhenSessionEnds?: boolean;
  /** The page shows what was kept for when there is no network, to whoever was signed in last. */
  readonly opensOffline?: boolean;
}

interface RequireUserProps extends Guard {
  readonly children: ReactNode;
}

/** Shows a page unless somebody's vault is kept here and nobody can be asked who they are: they would not get in by it. */
export function UnlessOffline({ children }: Pick<RequireUserProps, 'children'>) {
  return useSelector(selectIsOffline) ? <NeedsNetwork /> : children;
}

/** Shows a page to signed-in users; sends everybody else to sign in, and says where they were going. */
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
