import { useSelector } from 'react-redux';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { selectLibrary, selectNewestEntries } from '../../entities/library/selectors.ts';
import { serverState } from '../../entities/server/state.ts';
import { selectSession, selectVaultOwner } from '../../entities/session/selectors.ts';
import { formatMoment } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { ContinuePlaying } from './components/continue-playing.tsx';
import { CoverRow } from './components/cover-row.tsx';
import { DailyReviews } from './components/daily-reviews.tsx';
import { FiguresStrip } from './components/figures-strip.tsx';
import { Invitations } from './components/invitations.tsx';
import { Deeds } from './deeds/deeds.tsx';
import { deedsState } from './deeds/state.ts';
import { selectOwnShelf } from './own-shelf.ts';
import { homeTexts as texts } from './texts.ts';

export const page: PageModule = { Page: HomePage, state: [libraryState, serverState, deedsState] };

function HomePage() {
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const { status } = useSelector(selectLibrary);
  const isOpening = status === 'idle' || status === 'loading';
  return (
    <>
      <PageTitle title={texts.documentTitle} />
      <PageHeader title={texts.title} description={texts.tagline} />
      <KeptNotice />
      {owner ? <OwnShelf /> : <Invitations isPending={!known} />}
      {/* The number of rows above depends on the vault; hidden until it is known, so that nothing jumps. */}
      <div className={owner && isOpening ? 'invisible' : undefined}>
        {owner && <Deeds />}
        <DailyReviews />
      </div>
    </>
  );
}

const mostRecent = 12;

/** Rows from the signed-in user's vault on this device. */
function OwnShelf() {
  const shelf = useSelector(selectOwnShelf);
  const newest = useSelector(selectNewestEntries);
  const { status } = useSelector(selectLibrary);
  const isReady = status === 'ready';
  return (
    <>
      <ContinuePlaying shelf={shelf} isReady={isReady} />
      <FiguresStrip />
      {(!isReady || newest.length > 0) && (
        <CoverRow
          title={texts.recent.title}
          way={{ to: '/library?sort=recent', label: texts.recent.all }}
          entries={isReady ? newest.slice(0, mostRecent) : null}
        />
      )}
      {shelf.wanted.length > 0 && (
        <CoverRow
          title={texts.wanted.title}
          way={{ to: '/library?status=want_to_play', label: texts.wanted.all }}
          entries={shelf.wanted}
        />
      )}
    </>
  );
}

/** Explains that the cards show stored data without a network. */
function KeptNotice() {
  const { keptAt } = useSelector(selectLibrary);
  if (keptAt === null) return null;
  return (
    <MessageBox tone="notice" className="mb-6">
      {texts.kept(formatMoment(keptAt))}
    </MessageBox>
  );
}
