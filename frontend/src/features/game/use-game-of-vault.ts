import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { useEntry } from '../../entities/library/use-entry.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { selectIsOffline, selectVaultOwner } from '../../entities/session/selectors.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { whileKept } from '../../lib/until-online.ts';
import { useElapsed } from '../../lib/use-elapsed.ts';
import { waiting } from '../../lib/waiting.ts';
import { answerOf, type Fault, faultOf, type GameAnswer, type useGame } from './api.ts';

/** A game known only from the vault. `fault` is the server's refusal, or null when the server is unreachable. */
export interface GameOfVault {
  readonly details: GameAnswer;
  readonly fault: Fault | null;
}

/** Milliseconds after which a response stored on this device would be on screen. */
const storedResponseMs = whileKept + 500;

/**
 * Returns the vault's summary of a game when the server refuses it, does not know it or is unreachable.
 * @returns null when the vault does not have the game; undefined while it loads, and while a response may still come
 */
export function useGameOfVault(
  guid: string,
  { currentData, error }: Pick<ReturnType<typeof useGame>, 'currentData' | 'error'>,
): GameOfVault | null | undefined {
  const owner = useSelector(selectVaultOwner);
  const isOffline = useSelector(selectIsOffline);
  const isLong = useSyncExternalStore(waiting.subscribe, waiting.isLong);
  const isLate = useElapsed(storedResponseMs, currentData || error ? undefined : guid);
  const { status } = useLibrary();
  const entry = useEntry(guid);
  if (owner === null) return null;
  if (currentData || (!error && !(isLate && (isOffline || isLong)))) return undefined;
  if (entry) {
    return { details: answerOf(entry.game), fault: error && !(error instanceof NetworkError) ? faultOf(error) : null };
  }
  return status === 'idle' || status === 'loading' ? undefined : null;
}
