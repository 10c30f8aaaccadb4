import type { Game } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import { providerFailed, providerNotConfigured } from '../games/faults.ts';
import type { FoundGames } from '../provider-cache/found-games.ts';
import type { ProviderCache } from '../provider-cache/provider-cache.ts';
import type { GameProvider } from '../providers/game-provider.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { normalise } from '../search/normalise.ts';

export interface ExternalSearchParts {
  readonly work: Work;
  readonly provider: GameProvider | null;
  readonly cache: ProviderCache;
  readonly found: FoundGames;
}

export interface ExternalResults {
  readonly results: Game[];
  readonly source: string;
  readonly cached: boolean;
  readonly as_of: string;
}

/** Limits are rounded up to these, so that screens that differ by a few results share what was fetched. */
const steps = [10, 20, 50, 100];

/**
 * Searches the game-data provider. What it finds may then be stored by guid for a day.
 * @returns games without their descriptions; `id` where a game is stored already
 * @throws CodedError 503
 */
export async function searchExternalGames(
  { work, provider, cache, found }: ExternalSearchParts,
  query: string,
  limit: number,
): Promise<ExternalResults> {
  if (!provider) throw providerNotConfigured();
  const wanted = steps.find((step) => step >= limit) ?? limit;
  try {
    const looked = await cache.lookUp({
      key: `catalog:search:v1:${provider.name}:${wanted}:${normalise(query) || query.toLowerCase()}`,
      load: async () => {
        const games = await provider.search(query, wanted);
        await found.remember(games, Date.now());
        return games;
      },
      isMiss: (games) => games.length === 0,
    });
    const results = await withStoredIds(work, looked.value.slice(0, limit));
    return { results, source: provider.name, cached: looked.cached, as_of: new Date(looked.at).toISOString() };
  } catch (fault) {
    throw fault instanceof ProviderFault ? providerFailed(fault) : fault;
  }
}

async function withStoredIds(work: Work, games: readonly Game[]): Promise<Game[]> {
  if (games.length === 0) return [];
  const stored = await work
    .query()
    .execute<{ guid: string; id: string }[]>('select guid, id from games where guid in (?)', [
      games.map(({ guid }) => guid),
    ]);
  const ids = new Map(stored.map(({ guid, id }) => [guid, Number(id)]));
  return games.map((game) => ({ ...game, id: ids.get(game.guid) ?? null, description: null }));
}
