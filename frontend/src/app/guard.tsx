import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '../components/ui/spinner.tsx';
import { selectSession } from '../entities/session/selectors.ts';

interface RequireUserProps {
  /** The page says itself that its session has ended while it was open; whoever comes without one is sent away as ever. */
  readonly staysWhenSessionEnds?: boolean;
  /** The page shows what was kept for when there is no network, to whoever was signed in last. */
  readonly opensOffline?: boolean;
}

/** Shows its routes to signed-in users; sends everybody else to sign in, and says where they were going. */
export function RequireUser({ staysWhenSessionEnds = false, opensOffline = false }: RequireUserProps) {
  const { known, user, reader, leaving } = useSelector(selectSession);
  const location = useLocation();
  const [entered, setEntered] = useState(false);
  const signedIn = user !== null;
  useEffect(() => {
    if (signedIn) setEntered(true);
  }, [signedIn]);
  if (!known) return <Spinner />;
  if (signedIn || (opensOffline && reader)) return <Outlet />;
  // Whoever has just signed out is on the way home (useLeaving).
  if (leaving) return null;
  if (entered && staysWhenSessionEnds) return <Outlet />;
  return <Navigate to="/login" replace state={{ from: location }} />;
}
