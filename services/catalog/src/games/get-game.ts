import type { Game } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import type { ProviderCache } from '../provider-cache/provider-cache.ts';
import type { GameProvider } from '../providers/game-provider.ts';
import type { Asker } from '../providers/limits/asker.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { gameNotFound, providerFailed, providerNotConfigured } from './faults.ts';
import { lookUpGame } from './look-up-game.ts';
import { storeGames } from './store-games.ts';
import { StoredGame } from './stored-game.ts';

export interface GetGameParts {
  readonly work: Work;
  readonly provider: GameProvider | null;
  readonly cache: ProviderCache;
}

interface FoundGame {
  readonly game: Game;
  readonly stale: boolean;
  /** The provider was waited for. */
  readonly waited: boolean;
}

/**
 * Asks the provider for a game and stores what it says. The stored copy, marked stale, when the provider does not know
 * the game (any more) or cannot be asked.
 * @throws CodedError 404 when there is no such game, 503 when the provider cannot be asked and nothing is stored
 */
export async function getGame(parts: GetGameParts, guid: string, asker: Asker): Promise<FoundGame> {
  const { work, provider } = parts;
  try {
    const found = provider?.owns(guid) ? await askProvider(parts, provider, { guid, asker }) : null;
    if (found) return found;
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    const stored = await work.query().findOne(StoredGame, { guid });
    if (!stored) throw providerFailed(fault);
    return { game: stored.whole(), stale: true, waited: true };
  }
  const stored = await work.query().findOne(StoredGame, { guid });
  if (stored) return { game: stored.whole(), stale: true, waited: false };
  throw provider ? gameNotFound() : providerNotConfigured();
}

async function askProvider(
  { work, cache }: GetGameParts,
  provider: GameProvider,
  wanted: { guid: string; asker: Asker },
): Promise<FoundGame | null> {
  const { guid } = wanted;
  const { value: found, at, cached } = await lookUpGame(cache, provider, wanted);
  if (!found) return null;
  const value = found.game;
  const known = cached ? await work.query().findOne(StoredGame, { guid }, { fields: ['id'] }) : null;
  if (known) return { game: { ...value, id: known.id }, stale: false, waited: false };
  await work.transaction((transaction) => storeGames(transaction, [{ value, at }]));
  const stored = await work.query().findOneOrFail(StoredGame, { guid });
  return { game: stored.whole(), stale: false, waited: !cached };
}
