import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { Figures } from '../../../components/ui/figures.tsx';
import { selectLibrary, selectStatistics } from '../../../entities/library/selectors.ts';
import { selectAccount } from '../../../entities/session/selectors.ts';
import { formatCount, formatOneDecimal } from '../../../lib/format.ts';
import { homeTexts } from '../texts.ts';

const { statistics, community } = homeTexts;

export function FiguresStrip() {
  const { status } = useSelector(selectLibrary);
  const { total, byStatus, averageRating, totalHours } = useSelector(selectStatistics);
  const account = useSelector(selectAccount);
  const isKnown = status === 'ready';
  const known = (value: string) => (isKnown ? value : statistics.none);
  return (
    <div className="grid gap-x-10 gap-y-6 rounded-2xl bg-surface-1 p-5 sm:px-6 md:grid-cols-[2fr_1fr] md:divide-x md:divide-line">
      <Part title={statistics.title} way={{ to: '/profile', label: statistics.more }}>
        <Figures
          className="grid-cols-2 sm:grid-cols-4"
          figures={[
            { label: statistics.games, value: known(formatCount(total)) },
            { label: statistics.completed, value: known(formatCount(byStatus.completed)) },
            {
              label: statistics.averageRating,
              value: known(averageRating === null ? statistics.none : formatOneDecimal(averageRating)),
            },
            { label: statistics.hours, value: known(formatOneDecimal(totalHours)) },
          ]}
        />
        {status === 'failed' && <p className="mt-2 text-sm text-ink-2">{statistics.unknown}</p>}
      </Part>
      <Part title={community.title} way={{ to: '/users', label: community.action }}>
        <Figures
          className="grid-cols-2"
          figures={[
            { label: community.followers, value: account ? formatCount(account.follower_count) : statistics.none },
            { label: community.following, value: account ? formatCount(account.following_count) : statistics.none },
          ]}
        />
      </Part>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly way: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

function Part({ title, way, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 md:pr-10 md:last:pr-0">
      <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
        <h2 id={id} className="text-base text-ink-2">
          {title}
        </h2>
        <Link
          to={way.to}
          className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          {way.label}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      {children}
    </section>
  );
}
