import type { PlayedDay } from '@nightshelf/contracts/play-sessions.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { AsOf } from '../../components/ui/as-of.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { NextPage } from '../../components/ui/next-page.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Loading } from '../../components/ui/skeleton.tsx';
import { CoverOf } from '../../entities/game/game-cover.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { selectPlays } from '../../entities/library/selectors.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import { liveState } from '../../entities/live/state.ts';
import { playsApi, usePlayedDaysQuery, usePlaySessionsInfiniteQuery } from '../../entities/plays/api.ts';
import { formatLongDay, monthFrom, noonOf, today } from '../../entities/plays/days.ts';
import { SessionLine } from '../../entities/plays/session-line.tsx';
import { playsState } from '../../entities/plays/state.ts';
import { formatMinutes } from '../../entities/plays/texts.ts';
import { daysWithUnsent, type ShownSession, withUnsent } from '../../entities/plays/unsent.ts';
import { serverState } from '../../entities/server/state.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { cx } from '../../lib/cx.ts';
import { lazily } from '../../lib/lazily.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { firstWeekday, monthIn, weeksOf } from './month.ts';
import { formatMonth, journalTexts as texts } from './texts.ts';

const narrow = lazily(() => new Intl.DateTimeFormat(undefined, { weekday: 'short' }));
const wide = lazily(() => new Intl.DateTimeFormat(undefined, { weekday: 'long' }));

/** Element id of a day in the list of sessions. */
const idOfDay = (day: string) => `day-${day}`;

interface CalendarProps {
  readonly month: string;
  readonly days: readonly PlayedDay[];
  readonly listed: ReadonlySet<string>;
}

/** Calendar of a month; played days show their games and link to their sessions. */
function Calendar({ month, days, listed }: CalendarProps) {
  const weeks = weeksOf(month, firstWeekday());
  const weekdays = weeks[1] ?? [];
  const played = new Map(days.map((day) => [day.day, day]));
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1 lg:sticky lg:top-24">
      <caption className="sr-only">{formatMonth(month)}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th
              key={day}
              scope="col"
              abbr={day ? wide().format(noonOf(day)) : undefined}
              className="pb-1 text-xs font-medium text-ink-3"
            >
              {day && narrow().format(noonOf(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, at) => (
              <td key={day ?? at} className="p-0 align-top">
                {day && <Day day={day} played={played.get(day)} isListed={listed.has(day)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly day: string;
  readonly played: PlayedDay | undefined;
  readonly isListed: boolean;
}

function Day({ day, played, isListed }: DayProps) {
  const isToday = day === today();
  const box = {
    'aria-current': isToday ? ('date' as const) : undefined,
    className: cx(
      'relative block aspect-square w-full overflow-hidden rounded-md text-left sm:aspect-4/5',
      played ? 'bg-surface-2' : 'bg-surface-1',
      isToday && 'outline-2 -outline-offset-2 outline-accent',
    ),
  };
  const number = Number(day.slice(-2));
  if (!played) {
    return (
      <div {...box}>
        <span className="absolute top-1 left-1.5 text-xs text-ink-3 tabular-nums sm:top-1.5 sm:left-2">{number}</span>
      </div>
    );
  }
  const { game, minutes, sessions } = played;
  const shown = (
    <>
      <CoverOf game={game} className="rounded-none" />
      <span
        aria-hidden="true"
        className="absolute top-0 left-0 rounded-br-md bg-surface-0/95 px-1.5 py-0.5 text-xs text-ink-1 tabular-nums"
      >
        {number}
      </span>
      <span
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 hidden truncate bg-surface-0/95 px-1.5 py-1 text-xs text-ink-1 tabular-nums sm:block"
      >
        {formatMinutes(minutes)}
      </span>
      <span className="sr-only">{texts.day(formatLongDay(day), minutes, sessions, game.name)}</span>
    </>
  );
  if (!isListed) return <div {...box}>{shown}</div>;
  const show = () => {
    const heading = document.getElementById(idOfDay(day));
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <button type="button" onClick={show} {...box}>
      {shown}
    </button>
  );
}

interface DaySessionsProps {
  readonly day: string;
  readonly sessions: readonly ShownSession[];
  /** Total of the day, including sessions that are not listed yet. */
  readonly minutes: number;
}

function DaySessions({ day, sessions, minutes }: DaySessionsProps) {
  return (
    <section aria-labelledby={idOfDay(day)}>
      <h3
        id={idOfDay(day)}
        tabIndex={-1}
        className="flex scroll-mt-24 items-baseline justify-between gap-3 border-b border-line pb-1.5 text-base"
      >
        {formatLongDay(day)}
        <span className="font-sans text-sm font-normal tracking-normal text-ink-3 tabular-nums">
          {formatMinutes(minutes)}
        </span>
      </h3>
      <ol className="mt-1.5">
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            before={
              <span className="mt-1 w-9 shrink-0">
                <CoverOf game={session.game} className="rounded-sm" />
              </span>
            }
            title={
              <Link
                to={`/game/${encodeURIComponent(session.game.guid)}`}
                dir="auto"
                className="min-w-0 font-medium [overflow-wrap:anywhere] hover:text-accent"
              >
                {session.game.name}
              </Link>
            }
          />
        ))}
      </ol>
    </section>
  );
}

/** Reloads the visible journal after a change in another tab or on another device. */
function* askAgain(): SagaGenerator<void> {
  yield* put(playsApi.util.invalidateTags(['Plays']));
}

function* journalSaga(): SagaGenerator<void> {
  yield* takeEvery([greeted, isNotificationOf('vault')], safely(askAgain));
}

export const page: PageModule = {
  Page: JournalPage,
  state: [libraryState, serverState, liveState, playsState, { saga: journalSaga }],
};

const pageSize = 100;

/** Play journal: a month as a calendar, and its sessions by day. */
function JournalPage() {
  const [query] = useSearchParams();
  const now = today();
  const month = monthIn(query, now);
  // Logging or editing a session changes its vault entry.
  useLibrary();
  const { currentData } = usePlayedDaysQuery(month);
  const plays = useSelector(selectPlays);
  const days = currentData && daysWithUnsent(currentData.days, plays, month);
  const name = formatMonth(month);
  const sessions = days?.reduce((sum, day) => sum + day.sessions, 0) ?? 0;
  const minutes = days?.reduce((sum, day) => sum + day.minutes, 0) ?? 0;
  return (
    <>
      <PageTitle title={texts.documentTitle(name)} />
      <PageHeader title={texts.title} actions={<Months month={month} now={now.slice(0, 7)} />} />
      <div className="mb-4 flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{name}</h2>
        <p role="status" className="text-ink-2 tabular-nums">
          {sessions > 0 && texts.total(minutes, sessions)}
        </p>
      </div>
      <AsOf at={currentData?.kept_at} canChange />
      <Month key={month} month={month} />
    </>
  );
}

/** Links to the adjacent months, but not to the future. */
function Months({ month, now }: { readonly month: string; readonly now: string }) {
  const [before, after] = [monthFrom(month, -1), monthFrom(month, 1)];
  return (
    <nav aria-label={texts.title} className="flex items-center gap-1">
      {month !== now && (
        <ButtonLink look="plain" size="small" to="?">
          {texts.thisMonth}
        </ButtonLink>
      )}
      <ButtonLink size="icon" to={`?month=${before}`} aria-label={texts.previous(formatMonth(before))}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </ButtonLink>
      {month < now ? (
        <ButtonLink size="icon" to={`?month=${after}`} aria-label={texts.next(formatMonth(after))}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </ButtonLink>
      ) : (
        <IconButton
          look="quiet"
          Icon={ChevronRight}
          label={texts.next(formatMonth(after))}
          iconClassName="size-5"
          disabled
        />
      )}
    </nav>
  );
}

const columns = 'grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]';

function Month({ month }: { readonly month: string }) {
  const known = usePlayedDaysQuery(month);
  const listed = usePlaySessionsInfiniteQuery({ month, limit: pageSize });
  const plays = useSelector(selectPlays);
  const days = known.currentData && daysWithUnsent(known.currentData.days, plays, month);
  if (!days || !listed.currentData) {
    const failed = [known, listed].filter(({ isError, isFetching }) => isError && !isFetching);
    if (failed.length === 0) {
      return <Loading text={texts.loading} shapes={['aspect-square', 'h-64']} className={columns} />;
    }
    return (
      <LoadFailure
        headingLevel={3}
        title={texts.failed}
        text={failed.some(({ error }) => error instanceof NetworkError) ? texts.notKept : undefined}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
      />
    );
  }
  const listedSessions = listed.currentData.pages.flatMap((page) => page.sessions);
  const shown = withUnsent(listedSessions, plays, ({ day }) => day.startsWith(month));
  const sessions = Map.groupBy(shown, ({ day }) => day);
  const minutesOf = new Map(days.map(({ day, minutes }) => [day, minutes]));
  return (
    <div className={cx('items-start', columns)}>
      <Calendar month={month} days={days} listed={new Set(sessions.keys())} />
      {sessions.size === 0 ? (
        <EmptyState
          scene="shelf"
          headingLevel={3}
          title={texts.empty.title}
          text={texts.empty.text}
          action={<ButtonLink to="/library">{texts.empty.action}</ButtonLink>}
        />
      ) : (
        <section aria-label={texts.list} className="min-w-0 space-y-6">
          {[...sessions].map(([day, some]) => (
            <DaySessions key={day} day={day} sessions={some} minutes={minutesOf.get(day) ?? 0} />
          ))}
          <NextPage query={listed} texts={texts} />
        </section>
      )}
    </div>
  );
}
