import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectUser } from '../session/selectors.ts';
import { selectLibrary } from './selectors.ts';
import { libraryNeeded } from './slice.ts';

/** The signed-in user's vault, loaded on first use. Nothing is loaded while nobody is signed in. */
export function useLibrary() {
  const dispatch = useDispatch();
  const userId = useSelector(selectUser)?.id;
  useEffect(() => {
    if (userId) dispatch(libraryNeeded());
  }, [dispatch, userId]);
  return useSelector(selectLibrary);
}
