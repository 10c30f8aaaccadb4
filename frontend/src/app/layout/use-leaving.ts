import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectSession } from '../../entities/session/selectors.ts';
import { left } from '../../entities/session/slice.ts';

/** Takes whoever has just signed out to the home page. */
export function useLeaving(): void {
  const { leaving } = useSelector(selectSession);
  const location = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  useEffect(() => {
    if (!leaving) return;
    // The guard holds still while `leaving` is set, so it is cleared only once home is on screen; whoever presses Back
    // before that is taken home again, hence the whole location.
    if (location.pathname === '/') dispatch(left());
    else navigate('/');
  }, [leaving, location, navigate, dispatch]);
}
