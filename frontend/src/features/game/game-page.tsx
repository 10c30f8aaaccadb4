import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { PageTitle } from '../../components/ui/page.tsx';
import { additionsState } from '../../entities/additions/saga.ts';
import { libraryState } from '../../entities/library/saga.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { BackButton } from './components/back-button.tsx';
import { GameNotFound } from './components/game-not-found.tsx';
import { GameSheet } from './components/game-sheet.tsx';
import { gameState } from './saga.ts';
import { selectDetails, selectFault } from './selectors.ts';
import { type GameState, gameLeft, gameOpened } from './slice.ts';
import { gameTexts as texts } from './texts.ts';

export const page: PageModule = { Page: GamePage, state: [libraryState, additionsState, gameState] };

function GamePage() {
  const { guid = '' } = useParams();
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(gameOpened(guid));
    return () => {
      dispatch(gameLeft(guid));
    };
  }, [dispatch, guid]);
  const details = useSelector((state: { readonly game: GameState }) => selectDetails(state, guid));
  const fault = useSelector((state: { readonly game: GameState }) => selectFault(state, guid));
  const failed = !details && fault;
  return (
    <>
      <PageTitle title={details?.game.name ?? (failed ? texts.notFound : texts.documentTitle)} />
      <BackButton />
      {failed ? (
        <GameNotFound fault={failed} onRetry={() => dispatch(gameOpened(guid))} />
      ) : (
        <GameSheet key={guid} details={details} />
      )}
    </>
  );
}
