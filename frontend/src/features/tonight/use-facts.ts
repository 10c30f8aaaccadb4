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

/** Games whose times are asked for: what is played, and what waits longest. */
const most = 500;
/** Milliseconds after which what was kept does. */
const patience = 1500;

/** In an order of their own, so that a game that is begun does not change the question. */
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

/** Undefined while they are looked for. */
function useKept(userId: string | undefined): Facts | null | undefined {
  const [kept, setKept] = useState<Facts | null>();
  useEffect(() => {
    if (!userId) return;
    readFacts(userId).then(setKept, () => setKept(null));
  }, [userId]);
  return kept;
}

/** The days of this month and the two before: eight weeks at least. Null where they cannot be had, undefined while they come. */
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
 * What suggestions are made by, besides the vault: as the server says it, else as it was kept here.
 * @param entries of the vault; null while it is not known
 * @returns undefined while they are on their way
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
  // Those of the question before do until the next is answered: a game that comes from elsewhere takes nothing off the screen.
  const stories = none ?? asked.data ?? (isOffline || asked.isError ? null : undefined);
  useEffect(() => {
    if (!userId || !stories || !days) return;
    keepFacts(userId, { stories, days: days.map(({ day, minutes }) => ({ day, minutes })) })
      // Whoever signed out meanwhile leaves nothing behind.
      .then(() => (selectUser(store.getState())?.id === userId ? undefined : forgetUserCaches()))
      .catch(console.error);
  }, [userId, stories, days, store]);

  if (kept === undefined || entries === null) return undefined;
  if ((stories === undefined || days === undefined) && !(kept && isLate)) return undefined;
  return { stories: { ...kept?.stories, ...stories }, days: days ?? kept?.days ?? [] };
}
