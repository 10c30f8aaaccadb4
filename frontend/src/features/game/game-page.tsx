import type { Game } from '@nightshelf/contracts/games.ts';
import { ArrowLeft, PenLine } from 'lucide-react';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PageTitle } from '../../components/ui/page.tsx';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';
import { additionsState } from '../../entities/additions/saga.ts';
import { Backdrop } from '../../entities/game/backdrop.tsx';
import { GameCover } from '../../entities/game/game-cover.tsx';
import { coverAddress } from '../../entities/game/game-facts.ts';
import { travelBack } from '../../entities/game/travel-link.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { useEntry } from '../../entities/library/use-entry.ts';
import { liveState } from '../../entities/live/state.ts';
import { useLiveTopic } from '../../entities/live/use-live-topic.ts';
import { isOwnGuid } from '../../entities/own-games/is-own-guid.ts';
import { ownGamesState } from '../../entities/own-games/merge-undone.ts';
import { ownGameTexts } from '../../entities/own-games/texts.ts';
import { playsState } from '../../entities/plays/state.ts';
import { serverState } from '../../entities/server/state.ts';
import { NeedsNetwork } from '../../entities/session/needs-network.tsx';
import { selectIsOffline, selectSession, selectVaultOwner } from '../../entities/session/selectors.ts';
import { cx } from '../../lib/cx.ts';
import { formatMoment } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { useStepBack } from '../../lib/use-step-back.ts';
import {
  type DetailsAnswer,
  type Fault,
  faultOf,
  type GameAnswer,
  useGame,
  useGameDetails,
  usePlayersWord,
} from './api.ts';
import { OwnGameActions } from './components/own-game-actions.tsx';
import { VaultPanel } from './components/vault-panel.tsx';
import { Around } from './details/around.tsx';
import { Rail } from './details/rail.tsx';
import { factsOf } from './game-facts.ts';
import { overviewOf } from './overview.ts';
import { playsTexts } from './plays/texts.ts';
import { gameState } from './saga.ts';
import { gameTexts as texts } from './texts.ts';
import { type GameOfVault, useGameOfVault } from './use-game-of-vault.ts';

const PlaysPanel = lazyPart(() => import('./plays/plays-panel.tsx'), 'PlaysPanel');

export function Plays({ game }: { readonly game: Game }) {
  const entry = useEntry(game.guid);
  if (!entry) return null;
  return (
    <section aria-label={playsTexts.title} className="mt-3 min-h-44 max-w-xl rounded-2xl bg-surface-1 p-4 sm:px-5">
      {/* Keyed by guid: the entry's id changes when the server confirms the addition, and typed text must survive
            that. */}
      <PlaysPanel key={game.guid} game={game} entry={entry} />
    </section>
  );
}

/** An age rating in a printed frame, so that it does not read as a score like `Your rating` beside it. */
const ageMark = 'inline-block rounded-sm border border-edge px-1.5 text-sm leading-6 font-semibold tracking-wide';

function GameFacts({ game }: { readonly game: Game }) {
  return (
    <dl className="grid max-w-3xl gap-x-8 gap-y-4 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-3 lg:grid-cols-1 lg:gap-y-4">
      {factsOf(game).map(({ label, value }) => (
        <div key={label} className="sm:contents lg:block">
          <dt className="text-sm text-ink-2 sm:pt-0.5 lg:pt-0">{label}</dt>
          <dd className="[overflow-wrap:anywhere]" dir="auto">
            <span className={cx(label === texts.rating && ageMark)}>{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Overview of the provider's description as text; renders nothing without one. */
function About({ description }: { readonly description: string | null }) {
  const overview = useMemo(() => overviewOf(description), [description]);
  if (overview === null) return null;
  return (
    <section aria-labelledby="about" className="mt-10">
      <h2 id="about" className="mb-3 text-xl">
        {texts.about}
      </h2>
      <p className="max-w-prose leading-relaxed [overflow-wrap:anywhere] whitespace-pre-line text-ink-2" dir="auto">
        {overview}
      </p>
    </section>
  );
}

/** Longer names use a smaller font, so that they do not fill the page. */
const longName = 44;
const veryLongName = 90;

interface GameSheetProps {
  readonly guid: string;
  readonly details: GameAnswer | undefined;
  /** Related content; undefined while loading, null when there is none. */
  readonly more?: DetailsAnswer | null | undefined;
  /** Set when the page shows the vault's copy instead of a response. */
  readonly ofVault: GameOfVault | null;
  readonly onRetry: () => void;
}

function sizeOf(name: string): string {
  if (name.length > veryLongName) return 'text-xl sm:text-2xl';
  return name.length > longName ? 'text-3xl sm:text-4xl' : 'text-4xl xl:text-5xl';
}

const pendingBody = [
  'mt-4 h-6 max-w-prose',
  'mt-2 h-6 max-w-md',
  'mt-6 h-37 max-w-xl rounded-2xl sm:h-31',
  'mt-7 h-5 max-w-80',
  'mt-4 h-5 max-w-96',
  'mt-4 h-5 max-w-72',
];

/** Body of a game's page, with skeletons while it loads. */
function GameSheet({ guid, details, more, ofVault, onRetry }: GameSheetProps) {
  const game = details?.game;
  const entry = useEntry(guid);
  // The vault's summary is available before the server responds.
  const known = game ?? entry?.game;
  const cover = known ? coverAddress(known) : null;
  const isOwn = isOwnGuid(guid);
  const word = usePlayersWord(isOwn ? undefined : game?.guid);
  const isCut = details?.kept_at !== undefined || (ofVault !== null && !ofVault.fault);
  return (
    <>
      <Backdrop colours={more?.colours ?? []} cover={cover} />
      {/* The rail comes last on small screens, below the cover on medium ones, and in a column of its own on large
          ones. */}
      <article className="mt-4 grid gap-x-10 gap-y-8 sm:grid-cols-[14rem_minmax(0,1fr)] lg:grid-cols-[18rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] xl:grid-cols-[19rem_minmax(0,1fr)_16rem] xl:grid-rows-none">
        <div className="mx-auto w-36 self-start sm:sticky sm:top-24 sm:w-full">
          {known ? (
            <GameCover guid={guid} name={known.name} address={cover} eager hero className="rounded-xl shadow-lift" />
          ) : (
            <Skeleton className="aspect-3/4 w-full" />
          )}
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 xl:row-span-1">
          {/* One heading throughout: it has focus when the page opens and keeps it when the name arrives. */}
          <h1
            tabIndex={-1}
            dir="auto"
            className={cx(
              game ? sizeOf(game.name) : 'text-4xl text-ink-2 xl:text-5xl',
              'leading-[1.05] tracking-tight',
            )}
          >
            {game?.name ?? texts.loading}
          </h1>
          {isOwn && (
            <p className="mt-3 inline-flex items-center gap-1.5 rounded-full bg-surface-2 px-3 py-1 text-sm text-ink-2">
              <PenLine aria-hidden="true" className="size-3.5" />
              {ownGameTexts.badge}
            </p>
          )}
          {details ? <Body details={details} ofVault={ofVault} onRetry={onRetry} /> : <Loading shapes={pendingBody} />}
        </div>
        {game && (
          <div className="space-y-8 sm:col-start-2 lg:col-start-1 lg:row-start-2 xl:col-start-3 xl:row-start-1 xl:pt-2">
            <GameFacts game={game} />
            {!isOwn && <Rail guid={game.guid} details={more === null ? null : more?.details} word={word} />}
            {!isOwn && isCut && !more?.details && <p className="text-sm text-ink-2">{texts.more.offline}</p>}
          </div>
        )}
      </article>
      {/* Rendered after all content above it has loaded, so that nothing shifts. */}
      {game && word && more?.details && <Around guid={game.guid} name={game.name} details={more.details} />}
    </>
  );
}

interface BodyProps extends Pick<GameSheetProps, 'ofVault' | 'onRetry'> {
  readonly details: GameAnswer;
}

function Body({ details, ofVault, onRetry }: BodyProps) {
  const { game } = details;
  const notice = noticeOf(details, ofVault);
  return (
    <>
      {game.deck && (
        <p className="mt-3 max-w-prose text-lg leading-normal [overflow-wrap:anywhere] text-ink-2" dir="auto">
          {game.deck}
        </p>
      )}
      {notice && (
        <MessageBox tone="notice" className="mt-5 max-w-xl text-sm">
          <p>{notice}</p>
          {ofVault?.fault && !ofVault.fault.final && (
            <Button size="small" onClick={onRetry} className="mt-2">
              {texts.retry}
            </Button>
          )}
        </MessageBox>
      )}
      {isOwnGuid(game.guid) && <OwnGameActions game={game} />}
      <VaultPanel game={game} />
      <Plays game={game} />
      <About description={game.description} />
    </>
  );
}

/** Returns why the page may be out of date or incomplete; null for a current response. */
function noticeOf({ stale, kept_at: keptAt }: GameAnswer, ofVault: GameOfVault | null): string | null {
  if (keptAt !== undefined) return texts.kept(formatMoment(keptAt));
  if (!ofVault) return stale ? texts.stale : null;
  if (!ofVault.fault) return texts.knownByVault;
  return ofVault.fault.final ? texts.knownByVaultAlone : texts.knownByNow(ofVault.fault.text);
}

function GameNotFound({ fault, onRetry }: { readonly fault: Fault; readonly onRetry: () => void }) {
  return (
    <LoadFailure
      headingLevel={1}
      title={texts.notFound}
      text={<p className="[overflow-wrap:anywhere]">{fault.text}</p>}
      look="primary"
      isGone={fault.final}
      back={
        <ButtonLink to="/search" look={fault.final ? 'primary' : 'quiet'}>
          {texts.toSearch}
        </ButtonLink>
      }
      onRetry={onRetry}
    />
  );
}

/** Goes one step back in history, or to the home page without history. The cover animates back to its origin. */
function BackButton({ guid }: { readonly guid: string }) {
  const stepBack = useStepBack('/');
  return (
    <Button look="plain" size="small" className="-ml-3.5" onClick={() => travelBack(guid, stepBack)}>
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {texts.back}
    </Button>
  );
}

export const page: PageModule = {
  Page: GamePage,
  state: [libraryState, additionsState, serverState, liveState, gameState, playsState, ownGamesState],
};

function GamePage() {
  const { guid = '' } = useParams();
  const location = useLocation();
  const isOwn = isOwnGuid(guid);
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const game = useGame(guid, isOwn && owner === null);
  const { currentData: details, error, isFetching, refetch } = game;
  const listed = isOwn ? undefined : details?.game.guid;
  useLiveTopic('games', listed);
  const more = useGameDetails(listed);
  const ofVault = useGameOfVault(guid, game);
  const isOffline = useSelector(selectIsOffline);
  const failed = !details && error && !isFetching && ofVault === null;
  const name = (details ?? ofVault?.details)?.game.name;
  if (isOwn && known && owner === null) return <Navigate to="/login" replace state={{ from: location }} />;
  if (ofVault === null && isOffline) return <NeedsNetwork title={texts.notKept} text={texts.notKeptText} />;
  return (
    <>
      <PageTitle title={name ?? (failed ? texts.notFound : texts.documentTitle)} />
      <BackButton guid={guid} />
      {failed ? (
        <GameNotFound fault={faultOf(error)} onRetry={() => refetch()} />
      ) : (
        <GameSheet
          key={guid}
          guid={guid}
          details={details ?? ofVault?.details}
          more={ofVault ? null : more}
          ofVault={ofVault ?? null}
          onRetry={() => refetch()}
        />
      )}
    </>
  );
}
