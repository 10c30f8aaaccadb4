import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import { BookOpen } from 'lucide-react';
import { useDispatch, useSelector } from 'react-redux';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Figures } from '../../../components/ui/figures.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { slugOf } from '../../../entities/entry/entry-keys.ts';
import { selectEntries, selectStatistics } from '../../../entities/library/selectors.ts';
import { libraryNeeded } from '../../../entities/library/slice.ts';
import type { OwnStatistics } from '../../../entities/library/statistics.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { usePlayFiguresQuery } from '../../../entities/plays/api.ts';
import { selectIsOffline } from '../../../entities/session/selectors.ts';
import { statusLooks, statusOptions } from '../../../entities/status/statuses.ts';
import { formatCount, formatOneDecimal } from '../../../lib/format.ts';
import { type Bar, gamesByMonth, gamesByRating, hoursByPlatform } from '../charts/chart-data.ts';
import { Chart, Columns, Rows } from '../charts/charts.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.statistics;

interface EntriesProps {
  readonly entries: readonly LibraryEntry[];
}

const chartTexts = profileTexts.charts;
const { platform: platformTexts, rating: ratingTexts, month: monthTexts } = chartTexts;

const sum = (bars: readonly Bar[]) => bars.reduce((all, { total }) => all + total, 0);
const gamesOn = ({ key }: Bar) => `/library?${new URLSearchParams({ platform: key === '' ? 'none' : slugOf(key) })}`;
const platformOf = ({ key }: Bar) => key || platformTexts.unknown;

function PlatformChart({ entries }: EntriesProps) {
  const bars = hoursByPlatform(entries);
  return (
    <Chart title={platformTexts.title} summary={bars.length === 0 && platformTexts.none}>
      <Rows bars={bars} labelOf={platformOf} amountOf={platformTexts.amount} addressOf={gamesOn} />
    </Chart>
  );
}

/** The other charts share its colors. */
function StatusChart({ statistics: { byStatus } }: { readonly statistics: OwnStatistics }) {
  const bars = statusOptions.map(({ value }) => ({
    key: value,
    total: byStatus[value],
    parts: { [value]: byStatus[value] },
  }));
  return (
    <Chart title={chartTexts.status}>
      <Rows
        bars={bars}
        labelOf={({ key }) => statusLooks[key as Status].label}
        amountOf={formatCount}
        addressOf={({ key }) => `/library?status=${key}`}
      />
    </Chart>
  );
}

const wholeName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const initial = new Intl.DateTimeFormat(undefined, { month: 'narrow' });

/** Returns the first day of a `YYYY-MM` in local time. */
function dayOf(month: string): Date {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1, 1);
}

function MonthChart({ entries }: EntriesProps) {
  const bars = gamesByMonth(entries, new Date());
  const added = sum(bars);
  return (
    <Chart title={monthTexts.title} summary={added > 0 ? monthTexts.summary(added) : monthTexts.none}>
      {added > 0 && (
        <Columns
          bars={bars}
          labelOf={({ key }) => initial.format(dayOf(key))}
          nameOf={(bar) => chartTexts.column(wholeName.format(dayOf(bar.key)), bar.total)}
        />
      )}
    </Chart>
  );
}

/** The vault's rating filter uses ranges. */
function gamesRated({ key }: Bar): string {
  const rating = Number(key);
  const range = rating >= 9 ? '9-10' : rating >= 7 ? '7-8' : rating >= 5 ? '5-6' : '1-4';
  return `/library?rating=${range}`;
}

function RatingChart({ entries }: EntriesProps) {
  const bars = gamesByRating(entries);
  const rated = sum(bars);
  const summary = rated > 0 ? ratingTexts.summary(rated, entries.length) : ratingTexts.none;
  return (
    <Chart title={ratingTexts.title} summary={summary}>
      {rated > 0 && (
        <Columns
          bars={bars}
          labelOf={({ key }) => key}
          nameOf={({ key, total }) => chartTexts.column(ratingTexts.name(key), total)}
          addressOf={gamesRated}
        />
      )}
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
    <Loading text={texts.loading} shapes={['h-13']}>
      <div className="mt-8 grid gap-x-16 gap-y-12 md:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-64" />
        ))}
      </div>
    </Loading>
  );
}
