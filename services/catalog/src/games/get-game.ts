import type { Game } from '@nightshelf/contracts/games.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { ProviderCache } from '../provider-cache/provider-cache.ts';
import type { Asker } from '../providers/limits/asker.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { gameNotFound, providerFailed } from './faults.ts';
import type { KnownGames } from './known-games.ts';
import { lookUpGame } from './look-up-game.ts';
import { storeGames } from './store-games.ts';
import { StoredGame } from './stored-game.ts';

export interface GetGameParts {
  readonly work: Work;
  readonly known: KnownGames;
  readonly cache: ProviderCache;
}

interface FoundGame {
  readonly game: Game;
  readonly stale: boolean;
  /** Whether the call waited for the provider. */
  readonly waited: boolean;
}

/**
 * Fetches a game from the providers and stores it. Falls back to the stored copy, marked stale unless only the
 * catalogue describes it.
 * @param id the game's guid, or its id at a provider; the result has the stored guid
 * @throws CodedError 404 when the game does not exist, 503 when no provider is available and nothing is stored
 */
export async function getGame(parts: GetGameParts, id: string, asker: Asker): Promise<FoundGame> {
  const { work } = parts;
  const guid = await parts.known.storedGuid(id);
  try {
    const found = await askProviders(parts, { guid, asker });
    if (found) return found;
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    const stored = await work.query().findOne(StoredGame, { guid });
    if (!stored) throw providerFailed(fault);
    return { game: stored.whole(), stale: true, waited: true };
  }
  const stored = await work.query().findOne(StoredGame, { guid });
  if (!stored) throw gameNotFound();
  return { game: stored.whole(), stale: stored.source !== 'catalogue', waited: false };
}

async function askProviders(
  { work, cache, known: providers }: GetGameParts,
  wanted: { guid: string; asker: Asker },
): Promise<FoundGame | null> {
  const { value: found, at, cached } = await lookUpGame(cache, providers, wanted);
  if (!found) return null;
  const value = found.game;
  const { guid } = value;
  const known = cached ? await work.query().findOne(StoredGame, { guid }, { fields: ['id'] }) : null;
  if (known) return { game: { ...value, id: known.id }, stale: false, waited: false };
  await work.transaction((transaction) => storeGames(transaction, [{ value, at }]));
  const stored = await work.query().findOneOrFail(StoredGame, { guid });
  return { game: stored.whole(), stale: false, waited: !cached };
}
