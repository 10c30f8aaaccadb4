import { CalendarDays, ListRestart } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { BackLink } from '../../components/ui/back-link.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { liveState } from '../../entities/live/state.ts';
import { serverState } from '../../entities/server/state.ts';
import { cx } from '../../lib/cx.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { AnyDay } from './any-day.tsx';
import { RecentChanges } from './changes/recent-changes.tsx';
import { historyPageTexts as texts } from './texts.ts';

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
      <nav aria-label={texts.title} className="mb-4 inline-flex gap-1 rounded-lg bg-surface-2 p-1">
        {ways.map(({ to, label, Icon }, place) => {
          const isHere = hasChanges === (place === 1);
          return (
            <Link
              key={to}
              to={to}
              replace
              aria-current={isHere ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm font-medium transition-colors duration-150 pointer-fine:min-h-9',
                isHere ? 'bg-surface-0 text-ink-1 ring-1 ring-edge' : 'text-ink-2 hover:text-ink-1',
              )}
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
