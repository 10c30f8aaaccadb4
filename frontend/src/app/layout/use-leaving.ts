import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectSession } from '../../entities/session/selectors.ts';
import { left } from '../../entities/session/slice.ts';

/**
 * Redirects a user who has just signed out to the home page.
 * @returns whether the redirect is in progress; the page would otherwise refetch its data as a visitor
 */
export function useLeaving(): boolean {
  const { leaving } = useSelector(selectSession);
  const location = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  useEffect(() => {
    if (!leaving) return;
    // Clear `leaving` only on the home page, since no page renders before. A Back press redirects again, hence the
    // whole location as dependency.
    if (location.pathname === '/') dispatch(left());
    else navigate('/');
  }, [leaving, location, navigate, dispatch]);
  return leaving && location.pathname !== '/';
}
