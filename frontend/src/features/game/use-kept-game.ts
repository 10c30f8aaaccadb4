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

/** A game known only from the vault. `fault` is the server's refusal, or null when the server is unreachable. */
export interface GameOfVault {
  readonly details: GameAnswer;
  readonly more?: undefined;
  readonly at: null;
  readonly fault: Fault | null;
}

export type KnownGame = KeptGame | GameOfVault;

/** Stores the game on screen and its related content. */
function useKeeping(details: GameAnswer | undefined, more: DetailsAnswer | null): void {
  const store = useStore<State>();
  const userId = useSelector(selectUser)?.id;
  useEffect(() => {
    if (!userId || !details) return;
    keepGame(userId, details, more)
      // The user may have signed out while the copy was written.
      .then(() => (selectUser(store.getState())?.id === userId ? undefined : forgetUserCaches()))
      .catch(console.error);
  }, [userId, details, more, store]);
}

/** Retries when the browser is back online or the session is known. */
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
 * Returns a stored copy for a user without a connection, or the vault's summary when the server refuses or does not
 * know the game.
 * @param more related content, stored together with the game
 * @returns null when there is no copy; undefined while searching, and while the server's response is shown
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
