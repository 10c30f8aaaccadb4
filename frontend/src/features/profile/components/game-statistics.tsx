import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { BookOpen } from 'lucide-react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Figures } from '../../../components/ui/figures.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { slugOf } from '../../../entities/entry/entry-keys.ts';
import { selectEntries, selectStatistics } from '../../../entities/library/selectors.ts';
import { libraryNeeded } from '../../../entities/library/slice.ts';
import type { OwnStatistics } from '../../../entities/library/statistics.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { usePlayFiguresQuery } from '../../../entities/plays/api.ts';
import { selectIsOffline } from '../../../entities/session/selectors.ts';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import { formatCount, formatOneDecimal } from '../../../lib/format.ts';
import { type Bar, gamesByMonth, gamesByRating, hoursByPlatform, leaders } from '../charts/chart-data.ts';
import { Chart, Columns, Ring, Rows } from '../charts/charts.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.statistics;

const platformChartTexts = profileTexts.charts.platform;
/** At most this many bars; text sums up the other platforms. */
const most = 6;

const sum = (bars: readonly Bar[]) => bars.reduce((all, { total }) => all + total, 0);
const gamesOn = ({ key }: Bar) => `/library?${new URLSearchParams({ platform: key === '' ? 'none' : slugOf(key) })}`;
const nameOf = ({ key }: Bar) => key || platformChartTexts.unknown;

/** Names the leading platforms. Games without a platform never lead. */
export function platformsSentence(bars: readonly Bar[]): string {
  const total = sum(bars);
  const withoutPlatform = bars.find(({ key }) => key === '')?.total ?? 0;
  const first = leaders(bars.filter(({ key }) => key !== ''));
  const most = first[0]?.total;
  if (total === 0) return platformChartTexts.none;
  if (most === undefined) return platformChartTexts.allWithoutPlatform(total);
  const sentence = platformChartTexts.summary(first.map(nameOf), most, total);
  return withoutPlatform > most ? `${sentence} ${platformChartTexts.withoutPlatform(withoutPlatform)}` : sentence;
}

function PlatformChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = hoursByPlatform(entries);
  // One more bar takes no more space than the line that would replace it.
  const shown = bars.length > most + 1 ? bars.slice(0, most) : bars;
  const others = bars.slice(shown.length);
  return (
    <Chart
      title={platformChartTexts.title}
      summary={platformsSentence(bars)}
      columns={[platformChartTexts.column, platformChartTexts.hours]}
      rows={bars.map((bar) => ({ key: bar.key, name: nameOf(bar), amount: platformChartTexts.amount(bar.total) }))}
    >
      <Rows
        bars={shown}
        label={platformChartTexts.title}
        labelOf={nameOf}
        amountOf={platformChartTexts.amount}
        addressOf={gamesOn}
        rest={others.length > 0 ? { label: platformChartTexts.others(others.length), total: sum(others) } : null}
      />
    </Chart>
  );
}

const statusChartTexts = profileTexts.charts;
const gamesHaving = (status: Status) => `/library?status=${status}`;
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** Ring of statuses. The other charts share its legend. */
function StatusChart({ statistics }: { readonly statistics: OwnStatistics }) {
  const { byStatus, total } = statistics;
  const most = Math.max(...Object.values(byStatus));
  const level = statusOptions.filter(({ value }) => byStatus[value] === most).map(({ label }) => label);
  const summary = statusChartTexts.status.summary(level, percent.format(most / total));
  const rows = statusOptions.map(({ value, label }) => ({
    key: value,
    name: label,
    amount: formatCount(byStatus[value]),
  }));
  return (
    <Chart
      title={statusChartTexts.status.title}
      summary={summary}
      columns={[statusChartTexts.status.column, statusChartTexts.games]}
      rows={rows}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-5">
        <Ring parts={byStatus} total={total} unit={statusChartTexts.status.unit(total)} addressOf={gamesHaving} />
        <dl className="grid min-w-36 flex-1 gap-0.5">
          {statusOptions.map(({ value, label }) => (
            <div
              key={value}
              className="group relative -mx-2 flex min-h-9 items-center gap-2.5 rounded-lg px-2 hover:bg-surface-2"
            >
              <span aria-hidden="true" className={`size-3 rounded-full bg-current ${statusLooks[value].shape}`} />
              <dt className="flex-1 text-ink-2">
                <Link to={gamesHaving(value)} className="after:absolute after:inset-0 group-hover:text-ink-1">
                  {label}
                </Link>
              </dt>
              <dd className="font-semibold tabular-nums">{formatCount(byStatus[value])}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Chart>
  );
}

const monthChartTexts = profileTexts.charts.month;
const wholeName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const initial = new Intl.DateTimeFormat(undefined, { month: 'narrow' });

/** Returns the first day of a `YYYY-MM` in local time. */
function dayOf(month: string): Date {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1, 1);
}

function MonthChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = gamesByMonth(entries, new Date());
  const most = leaders(bars)[0]?.total ?? 0;
  const added = sum(bars);
  const nameOf = ({ key }: Bar) => wholeName.format(dayOf(key));
  const busiest = leaders(bars).map(nameOf);
  return (
    <Chart
      title={monthChartTexts.title}
      summary={most > 0 ? monthChartTexts.summary(added, busiest, most) : monthChartTexts.none}
      columns={[monthChartTexts.column, profileTexts.charts.games]}
      rows={most > 0 ? bars.map((bar) => ({ key: bar.key, name: nameOf(bar), amount: formatCount(bar.total) })) : []}
    >
      <Columns bars={bars} labelOf={({ key }) => initial.format(dayOf(key))} />
    </Chart>
  );
}

/** The vault's rating filter uses ranges. */
function gamesRated({ key }: Bar): string {
  const rating = Number(key);
  const range = rating >= 9 ? '9-10' : rating >= 7 ? '7-8' : rating >= 5 ? '5-6' : '1-4';
  return `/library?rating=${range}`;
}

const ratingChartTexts = profileTexts.charts.rating;

const rowOf = (bar: Bar) => ({
  key: bar.key,
  name: ratingChartTexts.name(bar.key),
  amount: formatCount(bar.total),
  to: bar.total > 0 ? gamesRated(bar) : undefined,
});

function RatingChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = gamesByRating(entries);
  const favourites = leaders(bars).map(({ key }) => key);
  const rated = sum(bars);
  return (
    <Chart
      title={ratingChartTexts.title}
      summary={rated > 0 ? ratingChartTexts.summary(rated, entries.length, favourites) : ratingChartTexts.none}
      columns={[ratingChartTexts.column, profileTexts.charts.games]}
      rows={rated > 0 ? bars.map(rowOf) : []}
    >
      <Columns bars={bars} labelOf={({ key }) => key} addressOf={gamesRated} />
    </Chart>
  );
}

/** Number of finished games and playthroughs, with a link to the journal. */
function FinishedLine() {
  const isOffline = useSelector(selectIsOffline);
  const { data } = usePlayFiguresQuery(undefined, { skip: isOffline });
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-h-6 text-ink-2">
        {data && texts.finished(data.figures.games_finished, data.figures.playthroughs_finished)}
      </p>
      <ButtonLink look="plain" size="small" to="/journal" className="-ml-3.5 sm:ml-0">
        <BookOpen aria-hidden="true" className="size-4" />
        {texts.journal}
      </ButtonLink>
    </div>
  );
}

export function GameStatistics() {
  const dispatch = useDispatch();
  const { status, error } = useLibrary();
  return (
    <Panel title={texts.title}>
      {status === 'failed' && (
        <>
          <MessageBox>{error}</MessageBox>
          <Button onClick={() => dispatch(libraryNeeded())} className="mt-4 self-start">
            {profileTexts.retry}
          </Button>
        </>
      )}
      {status === 'ready' && <Drawn />}
      {(status === 'idle' || status === 'loading') && <Waiting />}
    </Panel>
  );
}

function Drawn() {
  const entries = useSelector(selectEntries);
  const statistics = useSelector(selectStatistics);
  const { total, averageRating, totalHours } = statistics;
  if (total === 0) {
    return (
      <EmptyState
        scene="shelf"
        headingLevel={3}
        title={texts.empty}
        text={texts.emptyHint}
        action={<ButtonLink to="/search?q=popular">{texts.browse}</ButtonLink>}
      />
    );
  }
  return (
    <>
      <Figures
        className="grid-cols-[repeat(3,auto)] sm:grid-cols-3"
        figures={[
          { label: texts.total, value: formatCount(total) },
          {
            label: texts.averageRating,
            value: averageRating === null ? texts.noRating : formatOneDecimal(averageRating),
          },
          { label: texts.hours, value: formatOneDecimal(totalHours) },
        ]}
      />
      <FinishedLine />
      <div className="mt-8 grid gap-x-16 gap-y-12 md:grid-cols-2">
        <StatusChart statistics={statistics} />
        <RatingChart entries={entries} />
        <PlatformChart entries={entries} />
        <MonthChart entries={entries} />
      </div>
    </>
  );
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-13" />
      <div className="mt-8 grid gap-x-16 gap-y-12 md:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-64" />
        ))}
      </div>
    </div>
  );
}
