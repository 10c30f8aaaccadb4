import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSelector, useStore } from 'react-redux';
import { selectEntry } from '../../entities/library/selectors.ts';
import type { LibraryState } from '../../entities/library/slice.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { makeRoom } from '../../entities/server/make-room.ts';
import { selectIsOffline, selectUser, selectVaultOwner } from '../../entities/session/selectors.ts';
import type { SessionState } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { forgetUserCaches, gamesCache, userCaches } from '../../lib/user-caches.ts';
import { waiting } from '../../lib/waiting.ts';
import { answerOf, type DetailsAnswer, type Fault, faultOf, type GameAnswer, type useGame } from './api.ts';

/** Offline copy of a game, as last seen. */
interface KeptGame {
  readonly details: GameAnswer;
  /** Related content; absent if it had not loaded, or in copies from before it was stored. */
  readonly more?: DetailsAnswer;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Most games to store; the least recently seen are removed first. */
const mostKept = 200;

const addressOf = (userId: string, guid: string) => `/kept/${userId}/games/${encodeURIComponent(guid)}`;

/** Writes run one after the other; otherwise a save without `more` could overwrite a later one with it. */
let keeping: Promise<unknown> = Promise.resolve();

function keepGame(userId: string, details: GameAnswer, more: DetailsAnswer | null): Promise<void> {
  const kept = keeping.then(() => keep(userId, details, more));
  keeping = kept.catch(() => {});
  return kept;
}

async function keep(userId: string, details: GameAnswer, more: DetailsAnswer | null): Promise<void> {
  const cache = await userCaches()?.open(gamesCache);
  if (!cache) return;
  const address = addressOf(userId, details.game.guid);
  const known = more ?? (await readKeptGame(userId, details.game.guid))?.more;
  const kept: KeptGame = { details, ...(known && { more: known }), at: Date.now() };
  // A single put, because the page may be left at any moment and the previous copy must survive.
  await cache.put(address, new Response(JSON.stringify(kept)));
  await makeRoom(cache, mostKept);
}

/** Returns the stored copy of a game for this user, or null. */
async function readKeptGame(userId: string, guid: string): Promise<KeptGame | null> {
  const kept = await userCaches()?.match(addressOf(userId, guid), { cacheName: gamesCache });
  return kept ? ((await kept.json()) as KeptGame) : null;
}

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
