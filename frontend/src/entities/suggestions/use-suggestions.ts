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

/** Milliseconds of rest before the server is asked. */
const typingRests = 120;

/** Longest text that the server suggests for, in UTF-16 units. */
const longest = 200;

/** What a text is when it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingRests);
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
 * What to offer while somebody types: one's own games at once and without a call, those that the server knows when the fingers
 * rest. What is answered late, to what was typed before, never takes the place of what answers to this.
 * @param box as it stands in the box
 * @param isWanted whether the box has focus; else there is nothing
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
  // Read anew for each text: another tab may have searched, or forgotten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  const recent = useMemo(() => (isWanted ? recentSearches(userId) : []), [userId, text, isWanted]);
  const options = useMemo(
    () => suggestionsFor({ typed, entries, stored: data ?? [], isCurrent, recent }),
    [typed, entries, data, isCurrent, recent],
  );
  return { options, isSettled: rested === text && !isFetching };
}
