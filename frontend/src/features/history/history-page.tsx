import type { EntryThen } from '@nightshelf/contracts/entry-history.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { CalendarDays, ListRestart } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { BackLink } from '../../components/ui/back-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { segmentClasses, segmentsClasses } from '../../components/ui/view-toggle.tsx';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { type EntryControls, EntryGrid, EntryGridSkeleton } from '../../entities/entry/entry-grid.tsx';
import { sortEntries } from '../../entities/entry/sort-entries.ts';
import { useHistoryStateQuery, useRestoreStepMutation, useVaultAtQuery } from '../../entities/history/api.ts';
import { libraryState } from '../../entities/library/saga.ts';
import { selectNewestEntries } from '../../entities/library/selectors.ts';
import { libraryChanged, removeRequested } from '../../entities/library/slice.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { liveState } from '../../entities/live/state.ts';
import { dayAfter, dayOf, daysBetween, formatShortDay, today } from '../../entities/plays/days.ts';
import { serverState } from '../../entities/server/state.ts';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { messageOf } from '../../lib/api-errors.ts';
import { cx } from '../../lib/cx.ts';
import { formatDay, plural } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { RecentChanges } from './changes/recent-changes.tsx';
import { useRest } from './use-rest.ts';

const texts = {
  title: 'Time Machine',
  description: 'See your vault as it was on any day, and restore games you removed since.',
  anyDay: 'Any day',
  changes: 'Recent changes',
  changesDescription: 'All changes to your vault from every device, newest first.',
  toVault: 'Your vault',
  day: 'Day',
  slider: 'Go to a day',
  today: 'Today',
  on: (day: string, games: number) => `${plural(games, 'game')} on ${day}`,
  loading: (day: string) => `Loading ${day}…`,
  failed: 'Couldn’t load your vault for that day.',
  list: 'Games on that day',
  before: (day: string) =>
    `Your history starts on ${day}. Games added earlier appear as they were on that day; games removed earlier are missing.`,
  nothingKept: 'History is off, so your games appear as they are now. You can turn it on in your settings.',
  removedSince: 'Removed since',
  bringBack: 'Restore',
  bringBackOf: (name: string) => `Restore ${name}`,
  isBack: (name: string, day: string) => `${name} restored as it was on ${day}.`,
  notBack: (name: string) => `Couldn’t restore ${name}. Please try again.`,
  undo: 'Undo',
  empty: { title: 'Nothing yet', text: 'Your vault was empty on that day.' },
};

/** Card controls for the games of a day: games removed since can be restored as they were. */
function useBringBack(games: readonly EntryThen[] | undefined, day: string): EntryControls {
  const dispatch = useDispatch();
  const [restore] = useRestoreStepMutation();
  return useMemo(() => {
    // The previous release does not send `back_to`.
    const steps = new Map(games?.map(({ entry_id, back_to = null }) => [entry_id, back_to] as const));
    const bringBack = ({ id, game: { name } }: LibraryEntry, step: number) =>
      restore({ id, step })
        .unwrap()
        .then(({ user_game: entry }) => {
          const { id: entry_id, guid, version } = entry;
          dispatch(libraryChanged({ entry_id, guid, version }));
          const action = { label: texts.undo, dispatches: removeRequested(entry) };
          dispatch(alertRaised({ tone: 'notice', text: texts.isBack(name, day), action }));
        })
        .catch((error) => {
          dispatch(alertRaised({ tone: 'error', text: messageOf(error, texts.notBack(name)) }));
        });
    const isGone = ({ id }: LibraryEntry) => (steps.get(id) ?? null) !== null;
    return {
      status: ({ status }) => <StatusBadge status={status} />,
      rating: () => undefined,
      // Takes the place of the selection mark.
      select: (entry) =>
        isGone(entry) && (
          <span className="rounded-md bg-surface-0/90 px-2 py-1 text-sm text-ink-1 shadow-lift">
            {texts.removedSince}
          </span>
        ),
      actions: (entry) =>
        isGone(entry) && (
          <Button
            look="overlay"
            size="small"
            aria-label={texts.bringBackOf(entry.game.name)}
            onClick={() => bringBack(entry, steps.get(entry.id) ?? 0)}
          >
            {texts.bringBack}
          </Button>
        ),
      // The restore button works on touch, so no further button is needed.
      more: () => undefined,
    };
  }, [games, day, restore, dispatch]);
}

interface DayControlsProps {
  /** Such as 2026-03-01. */
  readonly day: string;
  /** Earliest selectable day. */
  readonly first: string;
  readonly onChange: (day: string) => void;
}

/** A slider over all days, and a date field. */
function DayControls({ day, first, onChange }: DayControlsProps) {
  const id = useId();
  const last = today();
  const choose = (given: string) => {
    if (given !== '') onChange(given < first ? first : given > last ? last : given);
  };
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-5 gap-y-3 rounded-2xl bg-surface-1 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <label htmlFor={id} className="block text-sm font-medium">
          {texts.slider}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={daysBetween(first, last)}
          value={daysBetween(first, day)}
          aria-valuetext={formatShortDay(day)}
          onChange={({ target }) => choose(dayAfter(first, Number(target.value)))}
          className="h-11 w-full cursor-pointer accent-accent"
        />
      </div>
      <TextField
        label={texts.day}
        type="date"
        min={first}
        max={last}
        value={day}
        required
        onChange={({ target }) => choose(target.value)}
        className="w-44"
      />
      <Button disabled={day === last} onClick={() => choose(last)}>
        {texts.today}
      </Button>
    </div>
  );
}

/** Returns the last moment of a day in the user's time zone, ISO 8601. */
const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

/** The vault on a chosen day; games removed since can be restored. */
function AnyDay() {
  const newest = useSelector(selectNewestEntries);
  const { data: history } = useHistoryStateQuery();
  const [day, setDay] = useState(today);
  const wanted = useRest(day);
  const { currentData, data, error, isFetching, refetch } = useVaultAtQuery(endOf(wanted));
  // Keep the previous day on screen until the new one has loaded.
  const shown = currentData ?? data;
  const entries = useMemo(() => sortEntries((shown?.games ?? []).map(asEntry), 'recent', 'newest'), [shown]);
  const oldest = newest.at(-1)?.date_added;
  const began = history && dayOf(new Date(history.began_at));
  // The slider needs at least one earlier day.
  const yesterday = dayAfter(today(), -1);
  const days = [oldest && dayOf(new Date(oldest)), began, yesterday].filter((one) => one !== undefined);
  const first = days.sort()[0] ?? yesterday;
  const isBefore = history !== undefined && began !== undefined && wanted < began;
  const isThere = currentData !== undefined && wanted === day;
  const controls = useBringBack(shown?.games, formatShortDay(wanted));
  return (
    <>
      <DayControls day={day} first={first} onChange={setDay} />
      <p role="status" className="mb-4 text-ink-2 tabular-nums">
        {isThere ? texts.on(formatShortDay(day), entries.length) : texts.loading(formatShortDay(day))}
      </p>
      {history?.keep === 'nothing' && (
        <MessageBox tone="notice" className="mb-5">
          {texts.nothingKept}
        </MessageBox>
      )}
      {isBefore && history.keep !== 'nothing' && (
        <MessageBox tone="notice" className="mb-5">
          {texts.before(formatDay(history.began_at))}
        </MessageBox>
      )}
      {error && !isFetching && (
        <LoadFailure title={texts.failed} text={messageOf(error, '')} onRetry={() => refetch()} />
      )}
      {!shown && isFetching && <EntryGridSkeleton />}
      {isThere && !error && entries.length === 0 && (
        <EmptyState scene="shelf" title={texts.empty.title} text={texts.empty.text} />
      )}
      {shown && !error && entries.length > 0 && (
        <div aria-busy={!isThere} className={isThere ? undefined : 'opacity-60'}>
          <h2 className="sr-only">{texts.list}</h2>
          <EntryGrid entries={entries} label={texts.list} controls={controls} />
        </div>
      )}
    </>
  );
}

/** Converts to the shape that the cards expect. */
const asEntry = ({ entry_id, game, back_to: _, ...fields }: EntryThen): LibraryEntry => ({
  ...fields,
  id: entry_id,
  version: 1,
  guid: game.guid,
  image_url: game.image_url,
  game: { ...game, id: null, deck: null, image: null, platforms: [] },
});

export const page: PageModule = { Page: HistoryPage, state: [libraryState, serverState, liveState] };

const ways = [
  { to: '?', label: texts.anyDay, Icon: CalendarDays },
  { to: '?show=changes', label: texts.changes, Icon: ListRestart },
] as const;

function HistoryPage() {
  useLibrary();
  const [query] = useSearchParams();
  const hasChanges = query.get('show') === 'changes';
  return (
    <>
      <PageTitle title={hasChanges ? texts.changes : texts.title} />
      <BackLink to="/library">{texts.toVault}</BackLink>
      <PageHeader
        title={texts.title}
        description={hasChanges ? texts.changesDescription : texts.description}
        className="mb-5"
      />
      <nav aria-label={texts.title} className={cx('mb-4', segmentsClasses)}>
        {ways.map(({ to, label, Icon }, place) => {
          const isHere = hasChanges === (place === 1);
          return (
            <Link
              key={to}
              to={to}
              replace
              aria-current={isHere ? 'page' : undefined}
              className={segmentClasses(isHere)}
            >
              <Icon aria-hidden="true" className="size-4" />
              {label}
            </Link>
          );
        })}
      </nav>
      {hasChanges ? <RecentChanges /> : <AnyDay />}
    </>
  );
}
