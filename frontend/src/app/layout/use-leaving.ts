import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectSession } from '../../entities/session/selectors.ts';
import { left } from '../../entities/session/slice.ts';

/**
 * Takes whoever has just signed out to the home page.
 * @returns whether they are on the way: the page that they leave would ask for what it shows again, in nobody's name
 */
export function useLeaving(): boolean {
  const { leaving } = useSelector(selectSession);
  const location = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  useEffect(() => {
    if (!leaving) return;
    // No page is shown while `leaving` is set, so it is cleared only once home is on screen; whoever presses Back
    // before that is taken home again, hence the whole location.
    if (location.pathname === '/') dispatch(left());
    else navigate('/');
  }, [leaving, location, navigate, dispatch]);
  return leaving && location.pathname !== '/';
}
