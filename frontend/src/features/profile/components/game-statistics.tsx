import { useDispatch, useSelector } from 'react-redux';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Figures } from '../../../components/ui/figures.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { selectEntries, selectStatistics } from '../../../entities/library/selectors.ts';
import { libraryNeeded } from '../../../entities/library/slice.ts';
import { useLibrary } from '../../../entities/library/use-library.ts';
import { formatCount, formatOneDecimal } from '../../../lib/format.ts';
import { profileTexts } from '../texts.ts';
import { FinishedLine } from './finished-line.tsx';
import { MonthChart } from './month-chart.tsx';
import { PlatformChart } from './platform-chart.tsx';
import { RatingChart } from './rating-chart.tsx';
import { StatusChart } from './status-chart.tsx';

const texts = profileTexts.statistics;

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
