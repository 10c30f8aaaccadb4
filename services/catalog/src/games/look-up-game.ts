import type { Found, ProviderCache } from '../provider-cache/provider-cache.ts';
import type { FoundGame } from '../providers/game-provider.ts';
import type { Asker } from '../providers/limits/asker.ts';
import type { KnownGames } from './known-games.ts';

/**
 * What the provider says of a game, null when it knows none. Whoever asks for the game or for its details asks by this, so
 * that both take one request together.
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
