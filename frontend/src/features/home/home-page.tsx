import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type ReactNode, useId } from 'react';
import { useSelector } from 'react-redux';
import { put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { AsOf } from '../../components/ui/as-of.tsx';
import { Figures } from '../../components/ui/figures.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { GameCover } from '../../entities/game/game-cover.tsx';
import { coverAddress } from '../../entities/game/game-facts.ts';
import { TravelLink } from '../../entities/game/travel-link.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { selectLibrary, selectNewestEntries, selectStatistics } from '../../entities/library/selectors.ts';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import { serverState } from '../../entities/server/state.ts';
import { selectAccount, selectSession, selectVaultOwner } from '../../entities/session/selectors.ts';
import { formatCount, formatOneDecimal } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { homeApi } from './api.ts';
import { ArrowLink, type ArrowLinkProps } from './components/arrow-link.tsx';
import { ContinuePlaying } from './components/continue-playing.tsx';
import { DailyReviews } from './components/daily-reviews.tsx';
import { Feed } from './components/feed.tsx';
import { Invitations } from './components/invitations.tsx';
import { selectOwnShelf } from './own-shelf.ts';
import { homeTexts as texts } from './texts.ts';

const { statistics, community } = texts;

function FiguresStrip() {
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
  readonly way: ArrowLinkProps;
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
        <ArrowLink {...way} className="text-sm" />
      </div>
      {children}
    </section>
  );
}

interface CoverRowProps {
  readonly title: string;
  /** Link to all of them. */
  readonly way: ArrowLinkProps;
  /** Null while loading. */
  readonly entries: readonly LibraryEntry[] | null;
}

/** A horizontally scrolling row of covers. */
function CoverRow({ title, way, entries }: CoverRowProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-9">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <ArrowLink {...way} />
      </div>
      <ul className="-mx-4 flex scroll-px-4 gap-4 overflow-x-auto px-4 pt-2 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-mx-8 lg:scroll-px-8 lg:px-8">
        {entries
          ? entries.map((entry) => <Cover key={entry.guid} entry={entry} />)
          : ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
              <li key={key} className="w-28 shrink-0 sm:w-32">
                <Skeleton className="aspect-3/4" />
                <Skeleton className="mt-2 h-10" />
              </li>
            ))}
      </ul>
    </section>
  );
}

function Cover({ entry: { guid, game, image_url } }: { readonly entry: LibraryEntry }) {
  return (
    <li data-guid={guid} className="w-28 shrink-0 sm:w-32">
      <TravelLink to={`/game/${encodeURIComponent(guid)}`} className="group block rounded-lg">
        <GameCover
          guid={guid}
          name={game.name}
          address={coverAddress(game) ?? image_url}
          className="shadow-lift transition-transform duration-150 ease-out group-hover:-translate-y-0.5"
        />
        <span className="mt-2 line-clamp-2 h-10 text-sm leading-snug group-hover:text-accent" dir="auto">
          {game.name}
        </span>
      </TravelLink>
    </li>
  );
}

function* askAgain(): SagaGenerator<void> {
  yield* put(homeApi.util.invalidateTags(['Feed']));
}

/** Reloads when the live connection reopens, and after a follow or unfollow elsewhere. */
function* feedSaga(): SagaGenerator<void> {
  yield* takeEvery([greeted, isNotificationOf('followers')], safely(askAgain));
}

export const page: PageModule = { Page: HomePage, state: [libraryState, serverState, { saga: feedSaga }] };

function HomePage() {
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const { status, keptAt } = useSelector(selectLibrary);
  const isOpening = status === 'idle' || status === 'loading';
  return (
    <>
      <PageTitle title={texts.documentTitle} />
      <PageHeader title={texts.title} description={texts.tagline} />
      <AsOf at={keptAt} text={texts.kept} className="mb-6" />
      {owner ? <OwnShelf /> : <Invitations isPending={!known} />}
      {/* The number of rows above depends on the vault; hidden until it is known, so that nothing jumps. */}
      <div className={owner && isOpening ? 'invisible' : undefined}>
        {owner && <Feed />}
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
