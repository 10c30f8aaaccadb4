import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { type Game, offlineSource, storedSource } from '@nightshelf/contracts/games.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Repeatable } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { FastifyInstance } from 'fastify';
import { providerFailed } from '../games/get-game.ts';
import { storeGames } from '../games/store-games.ts';
import { listGames } from '../games/stored-game.ts';
import type { CatalogParts } from '../parts.ts';
import type { FoundGames } from '../provider-cache/provider-cache.ts';
import { type Caller, callerOf, ProviderFault } from '../providers/game-provider.ts';
import { normalise } from '../search/normalise.ts';
import { searchGames } from '../search/routes.ts';

interface ExternalSearch {
  readonly query: string;
  readonly limit: number;
  /** Whose share of the provider's limit it uses, unless the cache has the result. */
  readonly caller: Caller;
}

type ExternalResults = Omit<CallAnswer<typeof catalogCalls.searchExternalGames>, 'success'>;

/** Limits are rounded up to these, so that screens with slightly different limits share cached results. */
const steps = [10, 20, 50, 100];

/**
 * Searches the game-data providers; falls back to stored games when no provider may be asked or responds.
 * @returns games without their descriptions; `id` set for stored games
 * @throws CodedError 503 when no provider is available, one of them has keys, and no stored game matches
 */
async function searchExternalGames(parts: CatalogParts, search: ExternalSearch): Promise<ExternalResults> {
  const { work, known } = parts;
  try {
    const { value, cached, at } = await askProviders(parts, search);
    const results = await withStoredIds(work, value.games.slice(0, search.limit));
    const message = 'Games from the game database.';
    return { message, results, source: value.source, cached, as_of: new Date(at).toISOString() };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    const stored = await searchStored(work, search);
    // Without keys the offline catalog is the expected source, so this is no error.
    if (known.providers.isKeyless)
      return {
        ...{ results: [], cached: true, as_of: new Date().toISOString(), ...stored },
        ...{ message: 'Games from the offline catalogue.', source: offlineSource },
      };
    if (!stored) throw providerFailed(fault);
    return fault.isShortage ? stored : { ...stored, message: noAnswer };
  }
}

const noAnswer = 'The game database is not responding. These games are stored here.';

/** Wikidata asks its clients to cache results; they are kept for 30 days. */
const keylessKeepMs = 30 * 24 * 3_600_000;

function askProviders({ cache, found, known }: CatalogParts, { query, limit, caller }: ExternalSearch) {
  const wanted = steps.find((step) => step >= limit) ?? limit;
  return cache.lookUp({
    key: `catalog:search:v2:${known.providers.order}:${wanted}:${normalise(query) || query.toLowerCase()}`,
    load: async () => {
      const searched = await known.search(query, wanted, caller);
      await found.remember(searched.games, Date.now());
      return searched;
    },
    isMiss: ({ games }) => games.length === 0,
    ...(known.providers.isKeyless && { keepMs: keylessKeepMs }),
  });
}

/** Returns matching stored games, dated by the oldest provider copy among them; null without a match. */
async function searchStored(work: Work, { query, limit }: ExternalSearch): Promise<ExternalResults | null> {
  const em = work.query();
  const { games: results } = await searchGames(em, query, limit);
  if (results.length === 0) return null;
  const guids = results.map(({ guid }) => guid);
  const sql = 'select min(fetched_at) as at from games where guid in (?)';
  const [oldest] = await em.execute<{ at: string | Date }[]>(sql, [guids]);
  const message = 'The request limit of the game database is reached. These games are stored here.';
  const as_of = new Date(oldest?.at ?? Date.now()).toISOString();
  return { message, results, source: storedSource, cached: true, as_of };
}

async function withStoredIds(work: Work, games: readonly Game[]): Promise<Game[]> {
  if (games.length === 0) return [];
  const guids = games.map(({ guid }) => guid);
  const sql = 'select guid, id from games where guid in (?)';
  const stored = await work.query().execute<{ guid: string; id: string }[]>(sql, [guids]);
  const ids = new Map(stored.map(({ guid, id }) => [guid, Number(id)]));
  return games.map((game) => ({ ...game, id: ids.get(game.guid) ?? null, description: null }));
}

/**
 * Stores games that a search of the last day found. Takes only guids from the caller and stores the provider's data;
 * ignores guids that no search found.
 * @returns the stored games in the order of the guids
 */
async function cacheSearchResults(work: Repeatable, found: FoundGames, guids: readonly string[]): Promise<Game[]> {
  const copies = await found.recall(guids);
  // Not stored under the idempotency key: the response is large, and a repeat stores and returns the same.
  return work.repeatable(async (transaction) => {
    if (copies.length === 0) return [];
    await storeGames(transaction, copies);
    const stored = copies.map(({ value }) => value.guid);
    return listGames(transaction.em, stored);
  });
}

export function externalSearchRoutes(app: FastifyInstance, parts: CatalogParts): void {
  route(app, catalogCalls.searchExternalGames, async ({ query: { q, limit }, identity, request }) => {
    const caller = callerOf({ identity, request });
    return { success: true, ...(await searchExternalGames(parts, { query: q, limit, caller })) };
  });

  route(app, catalogCalls.cacheSearchResults, async ({ body, intent }) => {
    const guids = body.results.map(({ guid }) => guid);
    const games = await cacheSearchResults(parts.work.for(intent), parts.found, guids);
    return { success: true, message: 'Games stored.', cached_count: games.length, games };
  });
}
