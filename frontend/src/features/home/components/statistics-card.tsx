import { useSelector } from 'react-redux';
import { Figures } from '../../../components/ui/figures.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { selectLibrary, selectStatistics } from '../../../entities/library/selectors.ts';
import { selectSession, selectVaultOwner } from '../../../entities/session/selectors.ts';
import { cx } from '../../../lib/cx.ts';
import { formatCount, formatOneDecimal } from '../../../lib/format.ts';
import { homeTexts } from '../texts.ts';
import { InfoCard, PendingInfoCard } from './info-card.tsx';

const texts = homeTexts.statistics;

/** Figures over the vault. */
export function StatisticsCard() {
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const { status } = useSelector(selectLibrary);
  const { total, byStatus, averageRating, totalHours } = useSelector(selectStatistics);
  if (!known) return <PendingInfoCard title={texts.title} />;
  if (!owner) {
    return (
      <InfoCard title={texts.title} way={{ to: '/register', label: homeTexts.join }}>
        <StatusBars />
        <p className="mt-4 text-ink-2">{texts.invitation}</p>
      </InfoCard>
    );
  }
  return (
    <InfoCard title={texts.title} way={{ to: '/profile', label: texts.more }}>
      {status === 'failed' && <p className="text-ink-2">{texts.unknown}</p>}
      {(status === 'idle' || status === 'loading') && <Skeleton className="h-32" />}
      {status === 'ready' && (
        <Figures
          figures={[
            { label: texts.games, value: formatCount(total) },
            { label: texts.completed, value: formatCount(byStatus.completed) },
            {
              label: texts.averageRating,
              value: averageRating === null ? texts.none : formatOneDecimal(averageRating),
            },
            { label: texts.hours, value: formatOneDecimal(totalHours) },
          ]}
        />
      )}
    </InfoCard>
  );
}

const bars = [
  { tint: 'bg-completed', height: 'h-full' },
  { tint: 'bg-playing', height: 'h-2/5' },
  { tint: 'bg-want-to-play', height: 'h-3/4' },
  { tint: 'bg-dropped', height: 'h-1/4' },
  { tint: 'bg-collection', height: 'h-3/5' },
];

/** A chart to come. */
function StatusBars() {
  return (
    <div aria-hidden="true" className="flex h-24 items-end gap-3 border-b-4 border-surface-3 px-1">
      {bars.map(({ tint, height }) => (
        <span key={tint} className={cx('w-9 rounded-t-md opacity-75', tint, height)} />
      ))}
    </div>
  );
}
