import { useParams } from 'react-router-dom';
import { PageTitle } from '../../components/ui/page.tsx';
import { additionsState } from '../../entities/additions/saga.ts';
import { libraryState } from '../../entities/library/saga.ts';
import { liveState } from '../../entities/live/state.ts';
import { useLiveTopic } from '../../entities/live/use-live-topic.ts';
import { serverState } from '../../entities/server/state.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { faultOf, useGame } from './api.ts';
import { BackButton } from './components/back-button.tsx';
import { GameNotFound } from './components/game-not-found.tsx';
import { GameSheet } from './components/game-sheet.tsx';
import { approachState, gameState } from './saga.ts';
import { gameTexts as texts } from './texts.ts';

export const page: PageModule = {
  Page: GamePage,
  state: [libraryState, additionsState, serverState, liveState, approachState, gameState],
};

function GamePage() {
  const { guid = '' } = useParams();
  const { currentData: details, error, isFetching, refetch } = useGame(guid);
  useLiveTopic('games', details?.game.guid);
  const failed = !details && error && !isFetching;
  return (
    <>
      <PageTitle title={details?.game.name ?? (failed ? texts.notFound : texts.documentTitle)} />
      <BackButton />
      {failed ? (
        <GameNotFound fault={faultOf(error)} onRetry={() => refetch()} />
      ) : (
        <GameSheet key={guid} details={details} />
      )}
    </>
  );
}
