import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { keepSearch, keptSearch } from './kept-search.ts';
import { selectUsers } from './selectors.ts';
import { type FoundUsers, type UsersState, usersActions } from './slice.ts';

/**
 * Stores query and results in the navigation state, so that Back and a reload restore them.
 * @returns the text of the search box, initially the stored query
 */
export function useKeptSearch() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { key, state, pathname } = useLocation();
  const { found } = useSelector(selectUsers);
  const store = useStore<{ users: UsersState }>();
  const [text, setText] = useState('');
  /** History key of the displayed state. */
  const shown = useRef<string>(null);
  const kept = useRef<FoundUsers>(null);
  const keeping = useRef(false);

  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (keeping.current) {
      keeping.current = false;
      return;
    }
    const search = keptSearch(state);
    dispatch(usersActions.listOpened(search));
    kept.current = selectUsers(store.getState()).found;
    setText(search?.query ?? '');
  }, [key, state, dispatch, store]);

  useEffect(() => {
    if (!found.searched || found === kept.current) return;
    // A list of another visit, shown until this one's is in place.
    if (found !== selectUsers(store.getState()).found) return;
    // The visitor is already navigating to another page; do not replace its history entry.
    if (window.location.pathname !== pathname) return;
    kept.current = found;
    keeping.current = true;
    navigate(pathname, { replace: true, state: keepSearch(state, found) });
  }, [found, navigate, pathname, state, store]);

  return { text, setText };
}
