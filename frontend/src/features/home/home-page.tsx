import { useSelector } from 'react-redux';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { selectLibrary } from '../../entities/library/selectors.ts';
import { serverState } from '../../entities/server/state.ts';
import { formatMoment } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { CommunityCard } from './components/community-card.tsx';
import { DailyReviews } from './components/daily-reviews.tsx';
import { RecentGamesCard } from './components/recent-games-card.tsx';
import { StatisticsCard } from './components/statistics-card.tsx';
import { homeTexts } from './texts.ts';

export const page: PageModule = { Page: HomePage, state: [libraryState, serverState] };

function HomePage() {
  return (
    <>
      <PageTitle title={homeTexts.documentTitle} />
      <PageHeader title={homeTexts.title} description={homeTexts.tagline} />
      <KeptNotice />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-[1.35fr_1fr_1fr] xl:gap-5">
        <RecentGamesCard />
        <StatisticsCard />
        <CommunityCard />
      </div>
      <DailyReviews />
    </>
  );
}

/** Without a network the cards show what was kept. */
function KeptNotice() {
  const { keptAt } = useSelector(selectLibrary);
  if (keptAt === null) return null;
  return (
    <MessageBox tone="notice" className="mb-6">
      {homeTexts.kept(formatMoment(keptAt))}
    </MessageBox>
  );
}
