import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '../components/ui/spinner.tsx';
import { selectSession } from '../entities/session/selectors.ts';

/** Shows its routes to signed-in users; sends everybody else to sign in, and says where they were going. */
export function RequireUser() {
  const { known, user, leaving } = useSelector(selectSession);
  const location = useLocation();
  if (!known) return <Spinner />;
  if (user) return <Outlet />;
  // Whoever has just signed out is on the way home (useLeaving).
  if (leaving) return null;
  return <Navigate to="/login" replace state={{ from: location }} />;
}
