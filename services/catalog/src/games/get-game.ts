import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import { outsideHeader } from '@nightshelf/contracts/headers.ts';
import { type CodedError, notFound, unavailableOutside } from '@nightshelf/platform/errors/coded-error.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import type { CatalogParts } from '../parts.ts';
import type { Found } from '../provider-cache/provider-cache.ts';
import { type Caller, callerOf, type FoundGame, onProviderFault, ProviderFault } from '../providers/game-provider.ts';
import { storeGames } from './store-games.ts';
import { StoredGame } from './stored-game.ts';

export const gameNotFound = (): CodedError =>
  notFound('catalog.game_not_found', 'The requested game could not be found.');

// The next two messages have no full stop: the client builds a sentence around them.

/** The client shows advice when a message contains 'proxies failed'. */
export const providerFailed = (fault: ProviderFault): CodedError =>
  unavailableOutside('catalog.provider_failed', `All proxies failed: ${fault.message}`, fault);

/**
 * Returns the provider's game, or null. Shared by the calls for a game and its details, so that both need one request.
 * @throws ProviderFault
 */
export const lookUpGame = (
  { cache, known }: CatalogParts,
  guid: string,
  caller: Caller,
): Promise<Found<FoundGame | null>> =>
  cache.lookUp({
    key: `catalog:game:v3:${guid}`,
    load: () => known.get(guid, caller),
    isMiss: (found) => found === null,
  });

interface PageGame {
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
async function getGame(parts: CatalogParts, id: string, caller: Caller): Promise<PageGame> {
  const guid = await parts.known.storedGuid(id);
  const found = await askProviders(parts, guid, caller).catch(onProviderFault((fault) => fault));
  const hasFailed = found instanceof ProviderFault;
  if (found && !hasFailed) return found;
  const stored = await parts.work.query().findOne(StoredGame, { guid });
  if (!stored) throw hasFailed ? providerFailed(found) : gameNotFound();
  return { game: stored.whole(), stale: hasFailed || stored.source !== 'catalogue', waited: hasFailed };
}

async function askProviders(parts: CatalogParts, wanted: string, caller: Caller): Promise<PageGame | null> {
  const { work } = parts;
  const { value: found, at, cached } = await lookUpGame(parts, wanted, caller);
  if (!found) return null;
  const value = found.game;
  const { guid } = value;
  const known = cached ? await work.query().findOne(StoredGame, { guid }, { fields: ['id'] }) : null;
  if (known) return { game: { ...value, id: known.id }, stale: false, waited: false };
  await work.transaction((transaction) => storeGames(transaction, [{ value, at }]));
  const stored = await work.query().findOneOrFail(StoredGame, { guid });
  return { game: stored.whole(), stale: false, waited: !cached };
}

export function gameRoutes(app: FastifyInstance, parts: CatalogParts): void {
  route(app, catalogCalls.getGame, async ({ params, identity, request, reply }) => {
    const { game, stale, waited } = await getGame(parts, params.guid, callerOf({ identity, request }));
    if (waited) reply.header(outsideHeader, 'true');
    return { success: true, message: 'Game details.', game, stale };
  });
}
