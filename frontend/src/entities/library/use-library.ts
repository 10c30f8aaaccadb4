import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectVaultOwner } from '../session/selectors.ts';
import { selectLibrary } from './selectors.ts';
import { libraryNeeded } from './slice.ts';

/** The signed-in user's vault, loaded on first use; the kept one without a network. Nothing is loaded for visitors. */
export function useLibrary() {
  const dispatch = useDispatch();
  const userId = useSelector(selectVaultOwner)?.id;
  useEffect(() => {
    if (userId) dispatch(libraryNeeded());
  }, [dispatch, userId]);
  return useSelector(selectLibrary);
}
