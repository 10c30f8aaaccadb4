import { ArrowLeft } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageTitle } from '../../components/ui/page.tsx';
import { additionsState } from '../../entities/additions/saga.ts';
import { travelBack } from '../../entities/game/travel.ts';
import { libraryState } from '../../entities/library/saga.ts';
import { liveState } from '../../entities/live/state.ts';
import { useLiveTopic } from '../../entities/live/use-live-topic.ts';
import { isOwnGuid } from '../../entities/own-games/is-own-guid.ts';
import { ownGamesState } from '../../entities/own-games/merge-undone.ts';
import { playsState } from '../../entities/plays/state.ts';
import { serverState } from '../../entities/server/state.ts';
import { NeedsNetwork } from '../../entities/session/needs-network.tsx';
import { selectIsOffline, selectSession, selectVaultOwner } from '../../entities/session/selectors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { useStepBack } from '../../lib/use-step-back.ts';
import { type Fault, faultOf, useGame, useGameDetails } from './api.ts';
import { GameSheet } from './components/game-sheet.tsx';
import { approachState, gameState } from './saga.ts';
import { gameTexts as texts } from './texts.ts';
import { useKeptGame } from './use-kept-game.ts';

interface GameNotFoundProps {
  readonly fault: Fault;
  readonly onRetry: () => void;
}

function GameNotFound({ fault, onRetry }: GameNotFoundProps) {
  return (
    <EmptyState
      scene={fault.final ? 'lost' : 'unplugged'}
      tone="error"
      headingLevel={1}
      title={texts.notFound}
      text={<p className="[overflow-wrap:anywhere]">{fault.text}</p>}
      action={
        <>
          {!fault.final && (
            <Button look="primary" onClick={onRetry}>
              {texts.retry}
            </Button>
          )}
          <ButtonLink to="/search" look={fault.final ? 'primary' : 'quiet'}>
            {texts.toSearch}
          </ButtonLink>
        </>
      }
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
  state: [libraryState, additionsState, serverState, liveState, approachState, gameState, playsState, ownGamesState],
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
  const kept = useKeptGame(guid, game, more ?? null);
  const isOffline = useSelector(selectIsOffline);
  // Show no error before the search for a stored copy has ended.
  const isLooking = kept === undefined;
  const failed = !details && error && !isFetching && !kept && !isLooking;
  const name = (details ?? kept?.details)?.game.name;
  if (isOwn && known && owner === null) return <Navigate to="/login" replace state={{ from: location }} />;
  if (kept === null && isOffline) return <NeedsNetwork title={texts.notKept} text={texts.notKeptText} />;
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
          details={details ?? kept?.details}
          more={details ? more : kept && (kept.more ?? null)}
          kept={details ? undefined : kept}
          onRetry={() => refetch()}
        />
      )}
    </>
  );
}
