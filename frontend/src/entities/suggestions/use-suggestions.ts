import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { recentSearches } from '../../lib/recent-searches.ts';
import { selectLibrary } from '../library/selectors.ts';
import { libraryNeeded } from '../library/slice.ts';
import { selectVaultOwner } from '../session/selectors.ts';
import { useSuggestedGamesQuery } from './api.ts';
import { type Suggestion, suggestionsFor } from './suggest.ts';
import { isEnough } from './words.ts';

const requestDebounceMs = 120;

/** The server's maximum length, in UTF-16 units. */
const longest = 200;

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), requestDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

interface Suggestions {
  readonly options: readonly Suggestion[];
  /** False while more may come. */
  readonly isSettled: boolean;
}

/**
 * Returns suggestions: own games immediately and without a request, the server's after a debounce. A late response for
 * an earlier text never replaces a match.
 * @param box the text of the box
 * @param isWanted whether the box has focus; otherwise there are none
 */
export function useSuggestions(box: string, isWanted: boolean): Suggestions {
  const typed = isWanted ? box : '';
  const dispatch = useDispatch();
  const userId = useSelector(selectVaultOwner)?.id;
  const { entries } = useSelector(selectLibrary);
  const enough = isEnough(typed);
  useEffect(() => {
    if (userId && enough) dispatch(libraryNeeded());
  }, [dispatch, userId, enough]);
  const text = typed.trim().slice(0, longest).toWellFormed();
  const rested = useRested(text);
  const { data, currentData, isFetching } = useSuggestedGamesQuery(isEnough(rested) ? rested : skipToken, {
    refetchOnMountOrArgChange: 60,
  });
  const isCurrent = rested === text && currentData !== undefined;
  // Read them for each text, because another tab may have changed or cleared them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each text
  const recent = useMemo(() => (isWanted ? recentSearches(userId) : []), [userId, text, isWanted]);
  const options = useMemo(
    () => suggestionsFor({ typed, entries, stored: data ?? [], isCurrent, recent }),
    [typed, entries, data, isCurrent, recent],
  );
  return { options, isSettled: rested === text && !isFetching };
}
