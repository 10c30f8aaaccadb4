import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import { usePlayedDaysQuery } from '../../entities/plays/api.ts';
import { monthFrom, today } from '../../entities/plays/days.ts';
import { selectIsOffline, selectUser, selectVaultOwner } from '../../entities/session/selectors.ts';
import type { SessionState } from '../../entities/session/slice.ts';
import { forgetUserCaches } from '../../lib/user-caches.ts';
import { useStoriesQuery } from './api.ts';
import { type Facts, keepFacts, readFacts } from './kept-facts.ts';
import type { DayPlayed } from './pace.ts';
import { isCandidate } from './suggest.ts';

/** Games to load times for: those being played, then those waiting longest. */
const most = 500;
/** Milliseconds after which stored facts are used. */
const patience = 1500;

/** Sorted by guid, so that beginning a game does not change the cache key. */
function askedFor(entries: readonly LibraryEntry[]): readonly string[] {
  const day = today();
  const rank = ({ status, date_added }: LibraryEntry) => (status === 'playing' ? ` ${date_added}` : date_added);
  return entries
    .filter((entry) => isCandidate(entry, day))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, most)
    .map(({ guid }) => guid)
    .sort();
}

/** Undefined while loading. */
function useKept(userId: string | undefined): Facts | null | undefined {
  const [kept, setKept] = useState<Facts | null>();
  useEffect(() => {
    if (!userId) return;
    readFacts(userId).then(setKept, () => setKept(null));
  }, [userId]);
  return kept;
}

/** Returns the played days of three months, which cover eight weeks; null on failure, undefined while loading. */
function useDays(isOffline: boolean): readonly DayPlayed[] | null | undefined {
  const month = today().slice(0, 7);
  const now = usePlayedDaysQuery(isOffline ? skipToken : month);
  const before = usePlayedDaysQuery(isOffline ? skipToken : monthFrom(month, -1));
  const earlier = usePlayedDaysQuery(isOffline ? skipToken : monthFrom(month, -2));
  const known = [now.currentData?.days, before.currentData?.days, earlier.currentData?.days];
  const days = useMemo(
    () => (known.every(Boolean) ? known.flatMap((some) => some ?? []) : undefined),
    // biome-ignore lint/correctness/useExhaustiveDependencies: the array is made anew, what is in it is not
    known,
  );
  const failed = isOffline || [now, before, earlier].some(({ isError }) => isError);
  return days ?? (failed ? null : undefined);
}

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/**
 * Loads what suggestions are based on besides the vault, with stored facts as a fallback.
 * @param entries entries of the vault; null while unknown
 * @returns undefined while loading
 */
export function useFacts(entries: readonly LibraryEntry[] | null): Facts | undefined {
  const store = useStore<{ readonly session: SessionState }>();
  const ownerId = useSelector(selectVaultOwner)?.id;
  const userId = useSelector(selectUser)?.id;
  const isOffline = useSelector(selectIsOffline);
  const isLate = useIsLate();
  const kept = useKept(ownerId);
  const guids = useMemo(() => (entries ? askedFor(entries) : []), [entries]);
  const asked = useStoriesQuery(isOffline || guids.length === 0 ? skipToken : guids);
  const days = useDays(isOffline);
  const none = guids.length === 0 ? {} : undefined;
  // Keep the previous times until new ones load, so that a game added elsewhere does not clear the screen.
  const stories = none ?? asked.data ?? (isOffline || asked.isError ? null : undefined);
  useEffect(() => {
    if (!userId || !stories || !days) return;
    keepFacts(userId, { stories, days: days.map(({ day, minutes }) => ({ day, minutes })) })
      // The user may have signed out while the facts were written.
      .then(() => (selectUser(store.getState())?.id === userId ? undefined : forgetUserCaches()))
      .catch(console.error);
  }, [userId, stories, days, store]);

  if (kept === undefined || entries === null) return undefined;
  if ((stories === undefined || days === undefined) && !(kept && isLate)) return undefined;
  return { stories: { ...kept?.stories, ...stories }, days: days ?? kept?.days ?? [] };
}
