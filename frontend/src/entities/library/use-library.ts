import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectVaultOwner } from '../session/selectors.ts';
import { selectLibrary } from './selectors.ts';
import { libraryNeeded } from './slice.ts';

/** Loads the signed-in user's vault on first use, or the stored one offline; loads nothing for visitors. */
export function useLibrary() {
  const dispatch = useDispatch();
  const userId = useSelector(selectVaultOwner)?.id;
  useEffect(() => {
    if (userId) dispatch(libraryNeeded());
  }, [dispatch, userId]);
  return useSelector(selectLibrary);
}
