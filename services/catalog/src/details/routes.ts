import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { type GameDetails, type GameLink, gameDetails } from '@nightshelf/contracts/game-details.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { factsAsDetails, withSeries } from '../catalogue/facts.ts';
import { gameNotFound, lookUpGame } from '../games/get-game.ts';
import { StoredGame } from '../games/stored-game.ts';
import type { CatalogParts } from '../parts.ts';
import type { Copy } from '../provider-cache/provider-cache.ts';
import { type Caller, callerOf, onProviderFault } from '../providers/game-provider.ts';

/** Days after which stored details are fetched again. */
export const keptDays = 30;

async function keptDetails(em: EntityManager, guid: string) {
  const [row] = await em.execute<{ data: unknown; is_old: boolean }[]>(
    'select data, fetched_at < now() - make_interval(days => ?) as is_old from game_details where guid = ?',
    [keptDays, guid],
  );
  // A later release may store them in another form.
  const parsed = row && gameDetails.safeParse(row.data);
  return row && parsed?.success ? { details: parsed.data, isOld: row.is_old } : null;
}

/** An older copy never replaces a newer one. */
async function keepDetails({ em }: Transaction, guid: string, { value, at }: Copy<GameDetails>): Promise<void> {
  await em.execute(
    `insert into game_details (guid, data, fetched_at) values (?, ?::jsonb, least(?::timestamptz, clock_timestamp()))
     on conflict (guid) do update set data = excluded.data, fetched_at = excluded.fetched_at
     where game_details.fetched_at < excluded.fetched_at`,
    [guid, JSON.stringify(value), new Date(at).toISOString()],
  );
}

interface Asked {
  readonly game: Game | null;
  readonly details: GameDetails | null;
  /** Some of it could not be fetched yet. */
  readonly later: boolean;
}

/** Fetches a game's details from the provider and stores them when they are complete. @throws ProviderFault */
async function askForDetails(parts: CatalogParts, guid: string, caller: Caller): Promise<Asked> {
  const { work, cache, known } = parts;
  const { value: found } = await lookUpGame(parts, guid, caller);
  if (!found) return { game: null, details: null, later: false };
  const { value, at } = await cache.lookUp({
    key: `catalog:details:v1:${guid}`,
    load: () =>
      known.complete(found, caller).then(
        (details) => ({ details, isWhole: true }),
        onProviderFault(() => ({ details: found.details, isWhole: false })),
      ),
    isMiss: ({ isWhole }) => !isWhole,
  });
  if (value.isWhole)
    await work.transaction((transaction) => keepDetails(transaction, guid, { value: value.details, at }));
  return { game: found.game, details: value.details, later: !value.isWhole };
}

/**
 * Adds covers and dates of stored games, since some providers give only names. Sorts series by release date where
 * known.
 */
async function withStored(em: EntityManager, details: GameDetails): Promise<GameDetails> {
  const links = [...details.similar_games, ...details.series.flatMap(({ games }) => games)];
  if (links.length === 0) return details;
  const rows = await em.execute<{ guid: string; date: string | null; image_url: string | null }[]>(
    `select guid, data ->> 'original_release_date' as date,
       coalesce(data -> 'image' ->> 'small_url', data ->> 'image_url') as image_url
     from games where guid in (?)`,
    [[...new Set(links.map(({ guid }) => guid))]],
  );
  const stored = new Map(rows.map((row) => [row.guid, row]));
  const fill = (link: GameLink): GameLink => {
    const row = stored.get(link.guid);
    if (!row) return link;
    return {
      ...link,
      image_url: row.image_url ?? link.image_url,
      original_release_date: row.date ?? link.original_release_date,
    };
  };
  const isPlaced = ({ guid }: GameLink) => stored.has(guid);
  return {
    ...details,
    similar_games: details.similar_games.map(fill),
    series: details.series.map(({ name, games }) => {
      const filled = games.map(fill);
      return { name, games: games.every(isPlaced) || games.some(isDated) ? filled.toSorted(byRelease) : filled };
    }),
  };
}

/** A provider that dates some games dates all released ones; those without a date are not released yet. */
const isDated = ({ original_release_date: date }: GameLink) => date !== null;

const byRelease = (a: GameLink, b: GameLink) =>
  (a.original_release_date ?? '9999').localeCompare(b.original_release_date ?? '9999');

/**
 * Returns the details for a game's page from the store; asks the provider once a month. While the provider is
 * unavailable the result says so and holds what is stored.
 * @throws CodedError 404 when the game does not exist
 */
async function getGameDetails(parts: CatalogParts, id: string, caller: Caller) {
  const { work, known, colours, logger } = parts;
  const guid = await known.storedGuid(id);
  const em = work.query();
  const [kept, stored] = await Promise.all([
    keptDetails(em, guid),
    em.findOne(StoredGame, { guid }, { fields: ['guid', 'data', 'facts'] }),
  ]);
  const asking = () =>
    askForDetails(parts, guid, caller).catch(
      onProviderFault((): Asked => ({ game: null, details: null, later: true })),
    );
  // In the background, while the response shows the stored details.
  if (kept?.isOld) {
    asking().catch((error: unknown) => {
      logger.warn({ guid, reason: String(error) }, 'Could not refresh the details of a game');
    });
  }
  const asked: Asked = kept ? { game: null, details: kept.details, later: false } : await asking();
  const game = asked.game ?? stored?.data ?? null;
  const facts = stored?.facts ?? null;
  const own = asked.details ?? (facts && factsAsDetails(facts));
  if (!game && !own && !asked.later) throw gameNotFound();
  const details = own && (await withSeries(em, guid, facts, await withStored(em, own)));
  return { details, later: asked.later, colours: game ? await colours.of(guid, game.image) : [] };
}

export function detailsRoutes(app: FastifyInstance, parts: CatalogParts): void {
  route(app, catalogCalls.getGameDetails, async ({ params, identity, request }) => ({
    success: true,
    message: 'More details.',
    ...(await getGameDetails(parts, params.guid, callerOf({ identity, request }))),
  }));
}
