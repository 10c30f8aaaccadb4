import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSelector, useStore } from 'react-redux';
import { selectEntry } from '../../entities/library/selectors.ts';
import type { LibraryState } from '../../entities/library/slice.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { selectIsOffline, selectUser, selectVaultOwner } from '../../entities/session/selectors.ts';
import type { SessionState } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { forgetUserCaches } from '../../lib/user-caches.ts';
import { waiting } from '../../lib/waiting.ts';
import { answerOf, type DetailsAnswer, type Fault, faultOf, type GameAnswer, type useGame } from './api.ts';
import { type KeptGame, keepGame, readKeptGame } from './kept-games.ts';

interface State {
  readonly session: SessionState;
  readonly library: LibraryState;
}

/** A game as far as the vault knows it. `fault` says why the server does not; null where it is not reached. */
export interface GameOfVault {
  readonly details: GameAnswer;
  readonly more?: undefined;
  readonly at: null;
  readonly fault: Fault | null;
}

/** A game as far as it is known here. */
export type KnownGame = KeptGame | GameOfVault;

/** Puts a game by that is on screen, and what stands beside it. */
function useKeeping(details: GameAnswer | undefined, more: DetailsAnswer | null): void {
  const store = useStore<State>();
  const userId = useSelector(selectUser)?.id;
  useEffect(() => {
    if (!userId || !details) return;
    keepGame(userId, details, more)
      // Whoever signed out meanwhile leaves nothing behind.
      .then(() => (selectUser(store.getState())?.id === userId ? undefined : forgetUserCaches()))
      .catch(console.error);
  }, [userId, details, more, store]);
}

/** Asks again when there may be a network. */
function useAgainWhenBack(isCut: boolean, refetch: () => void): void {
  const userId = useSelector(selectUser)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told who is signed in when the server is back
  useEffect(() => {
    if (!isCut) return undefined;
    if (userId) refetch();
    const again = () => refetch();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [userId, refetch]);
}

/**
 * What there is to show of a game that the server cannot be asked for, to whom it was shown before, and of one of the vault that the server
 * does not know or cannot give.
 * @param more what stands beside it, to be kept with it
 * @returns null where there is nothing; undefined while it is being looked for, and while the server answers
 */
export function useKeptGame(
  guid: string,
  { currentData: details, error, refetch }: Pick<ReturnType<typeof useGame>, 'currentData' | 'error' | 'refetch'>,
  more: DetailsAnswer | null,
): KnownGame | null | undefined {
  const ownerId = useSelector(selectVaultOwner)?.id;
  const isOffline = useSelector(selectIsOffline);
  const isLong = useSyncExternalStore(waiting.subscribe, waiting.isLong);
  const { status } = useLibrary();
  const entry = useSelector((state: State) => selectEntry(state, guid));
  const [found, setFound] = useState<{ readonly guid: string; readonly kept: KeptGame | null }>();
  const isCut =
    !details && ownerId !== undefined && (error instanceof NetworkError || (!error && (isOffline || isLong)));
  const isRefused = !details && error !== undefined && !(error instanceof NetworkError);
  useKeeping(details, more);
  useAgainWhenBack(error instanceof NetworkError, refetch);
  useEffect(() => {
    if (!isCut) return undefined;
    let isCurrent = true;
    const find = async () => {
      const kept = await readKeptGame(ownerId, guid).catch(() => null);
      if (isCurrent) setFound({ guid, kept });
    };
    void find();
    return () => {
      isCurrent = false;
    };
  }, [isCut, ownerId, guid]);
  if (ownerId === undefined) return null;
  if (isCut) {
    if (found?.guid !== guid) return undefined;
    if (found.kept) return found.kept;
  } else if (!isRefused) return undefined;
  if (entry) return { details: answerOf(entry.game), at: null, fault: isRefused ? faultOf(error) : null };
  return status === 'idle' || status === 'loading' ? undefined : null;
}
