import type { Found, ProviderCache } from '../provider-cache/provider-cache.ts';
import type { FoundGame } from '../providers/game-provider.ts';
import type { Asker } from '../providers/limits/asker.ts';
import type { KnownGames } from './known-games.ts';

/**
 * Returns the provider's game, or null. Shared by the calls for a game and its details, so that both need one request.
 * @throws ProviderFault
 */
export const lookUpGame = (
  cache: ProviderCache,
  known: KnownGames,
  { guid, asker }: { readonly guid: string; readonly asker: Asker },
): Promise<Found<FoundGame | null>> =>
  cache.lookUp({
    key: `catalog:game:v3:${guid}`,
    load: () => known.get(guid, asker),
    isMiss: (found) => found === null,
  });
