import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { Loading } from '../../components/ui/skeleton.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { ChoicePills } from '../../entities/entry-form/choice-pills.tsx';
import { selectOwnedPlatforms } from '../../entities/entry-form/owned-platforms.ts';
import { libraryState } from '../../entities/library/saga.ts';
import { selectEntries } from '../../entities/library/selectors.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { usePlayedDaysQuery } from '../../entities/plays/api.ts';
import { monthFrom, today } from '../../entities/plays/days.ts';
import { serverState } from '../../entities/server/state.ts';
import { selectIsOffline, selectUser, selectVaultOwner } from '../../entities/session/selectors.ts';
import type { SessionState } from '../../entities/session/slice.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { whileKept } from '../../lib/until-online.ts';
import { useElapsed } from '../../lib/use-elapsed.ts';
import { forgetUserCaches } from '../../lib/user-caches.ts';
import { keepStories, readStories, type Stories, tonightApi } from './api.ts';
import { type Facts, Suggestions } from './components/suggestions.tsx';
import type { DayPlayed } from './pace.ts';
import { isCandidate, type Wish } from './suggest.ts';
import { tonightTexts as texts } from './texts.ts';
import { addressOfWish, minutesBounds, minutesFrom, quickMinutes, wishIn } from './wish.ts';

/** Games to load times for: those being played, then those waiting longest. */
const most = 500;
/** Longer than the cached days need, so that both come from the cache. */
const storedStoriesDelayMs = whileKept + 500;

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

/** Returns the stored lengths; undefined while loading. */
function useKept(userId: string | undefined): Stories | null | undefined {
  const [kept, setKept] = useState<Stories | null>();
  useEffect(() => {
    if (!userId) return;
    readStories(userId).then(setKept, () => setKept(null));
  }, [userId]);
  return kept;
}

/** Returns the played days of three months, which cover eight weeks; undefined while loading. */
function useDays(): readonly DayPlayed[] | undefined {
  const month = today().slice(0, 7);
  const months = [
    usePlayedDaysQuery(month),
    usePlayedDaysQuery(monthFrom(month, -1)),
    usePlayedDaysQuery(monthFrom(month, -2)),
  ];
  const isKnown = months.every(({ currentData, isError }) => currentData !== undefined || isError);
  return isKnown ? months.flatMap(({ currentData }) => currentData?.days ?? []) : undefined;
}

/**
 * Loads what suggestions are based on besides the vault, with stored lengths as a fallback.
 * @param entries entries of the vault; null while unknown
 * @returns undefined while loading
 */
function useFacts(entries: readonly LibraryEntry[] | null): Facts | undefined {
  const store = useStore<{ readonly session: SessionState }>();
  const ownerId = useSelector(selectVaultOwner)?.id;
  const userId = useSelector(selectUser)?.id;
  const isOffline = useSelector(selectIsOffline);
  const isLate = useElapsed(storedStoriesDelayMs, 'visit');
  const kept = useKept(ownerId);
  const guids = useMemo(() => (entries ? askedFor(entries) : []), [entries]);
  const loaded = tonightApi.useStoriesQuery(isOffline || guids.length === 0 ? skipToken : guids);
  const days = useDays();
  const none = guids.length === 0 ? {} : undefined;
  // Keep the previous times until new ones load, so that a game added elsewhere does not clear the screen.
  const stories = none ?? loaded.data ?? (isOffline || loaded.isError ? null : undefined);
  useEffect(() => {
    if (!userId || !stories) return;
    keepStories(userId, stories)
      // The user may have signed out while the lengths were written.
      .then(() => (selectUser(store.getState())?.id === userId ? undefined : forgetUserCaches()))
      .catch(console.error);
  }, [userId, stories, store]);

  if (kept === undefined || entries === null) return undefined;
  if ((stories === undefined || days === undefined) && !(kept && isLate)) return undefined;
  return { stories: { ...kept, ...stories }, days: days ?? [] };
}

/** Form for the available time and the platform. Every choice takes effect immediately. */
function WishForm({ wish, onChange }: { readonly wish: Wish; readonly onChange: (wish: Wish) => void }) {
  const [typed, setTyped] = useState(String(wish.minutes));
  const owned = useSelector(selectOwnedPlatforms);
  const platforms = wish.platform === null || owned.includes(wish.platform) ? owned : [...owned, wish.platform];
  const choose = (minutes: number) => {
    setTyped(String(minutes));
    onChange({ ...wish, minutes });
  };
  const type = (value: string) => {
    setTyped(value);
    const minutes = minutesFrom(value);
    if (minutes !== null) onChange({ ...wish, minutes });
  };
  return (
    <search aria-label={texts.wish} className="mb-7 flex flex-wrap items-start gap-x-6 gap-y-4">
      <ChoicePills
        label={texts.time}
        name="minutes"
        choices={quickMinutes.map((minutes) => ({ value: String(minutes), label: texts.quick(minutes) }))}
        value={String(wish.minutes)}
        onChange={(value) => choose(Number(value))}
      />
      <div className="flex w-full items-start gap-4 sm:w-auto sm:gap-6">
        <TextField
          label={texts.minutes}
          type="number"
          inputMode="numeric"
          min={minutesBounds.least}
          max={minutesBounds.most}
          step={5}
          className="w-24 shrink-0"
          value={typed}
          error={minutesFrom(typed) === null ? texts.minutesNeeded : undefined}
          onChange={({ target }) => type(target.value)}
        />
        <SelectField
          label={texts.platform}
          className="flex-1 sm:w-56 sm:flex-none"
          value={wish.platform === null ? '' : String(wish.platform)}
          onChoose={(id) => onChange({ ...wish, platform: id === '' ? null : Number(id) })}
          options={[
            { value: '', label: texts.anyPlatform },
            ...platforms.map((id) => ({ value: String(id), label: platformName(id) ?? String(id) })),
          ]}
        />
      </div>
    </search>
  );
}

export const page: PageModule = { Page: TonightPage, state: [libraryState, serverState] };

/** Suggests what to play in the available time, from the vault on the device; works offline. */
function TonightPage() {
  const [query, setQuery] = useSearchParams();
  const { from, ...wish } = wishIn(query);
  const { status, error } = useLibrary();
  const entries = useSelector(selectEntries);
  const facts = useFacts(status === 'ready' ? entries : null);
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} description={texts.description} className="mb-6" />
      <WishForm wish={wish} onChange={(changed) => setQuery(addressOfWish(changed), { replace: true })} />
      {status === 'failed' && <MessageBox>{error}</MessageBox>}
      {status !== 'failed' && !facts && (
        <Loading
          text={texts.loading}
          shapes={new Array(3).fill('h-56 rounded-2xl')}
          className="grid gap-5 lg:grid-cols-3"
        />
      )}
      {facts && (
        <Suggestions
          key={`${addressOfWish(wish)} ${entries.length === 0}`}
          wish={wish}
          from={from}
          entries={entries}
          facts={facts}
        />
      )}
    </>
  );
}
