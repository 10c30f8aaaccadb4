import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { CoverColour, GameDetails, GameLink } from '@nightshelf/contracts/game-details.ts';
import type { Game, GameImage } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { FastifyInstance } from 'fastify';
import { factsAsDetails, withSeries } from '../catalogue/facts-as-details.ts';
import type { CoverColours } from '../colours/cover-colours.ts';
import { gameNotFound } from '../games/faults.ts';
import type { KnownGames } from '../games/known-games.ts';
import { lookUpGame } from '../games/look-up-game.ts';
import { StoredGame } from '../games/stored-game.ts';
import type { ProviderCache } from '../provider-cache/provider-cache.ts';
import type { FoundGame } from '../providers/game-provider.ts';
import { type Asker, askerOf } from '../providers/limits/asker.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { keepDetails, keptDetails } from './kept-details.ts';

interface AskParts {
  readonly work: Work;
  readonly cache: ProviderCache;
  readonly known: KnownGames;
}

interface Asked {
  readonly game: Game | null;
  readonly details: GameDetails | null;
  /** Some of it could not be fetched yet. */
  readonly later: boolean;
}

interface Wanted {
  readonly guid: string;
  readonly asker: Asker;
}

/**
 * Fetches a game's details from the provider and stores them when they are complete. Does not throw when a provider
 * fails.
 */
async function askForDetails({ work, cache, known }: AskParts, wanted: Wanted): Promise<Asked> {
  const { guid, asker } = wanted;
  try {
    const { value: found } = await lookUpGame(cache, known, wanted);
    if (!found) return { game: null, details: null, later: false };
    const { value, at } = await cache.lookUp({
      key: `catalog:details:v1:${guid}`,
      load: () => complete(known, found, asker),
      isMiss: ({ isWhole }) => !isWhole,
    });
    if (value.isWhole)
      await work.transaction((transaction) => keepDetails(transaction, guid, { value: value.details, at }));
    return { game: found.game, details: value.details, later: !value.isWhole };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    return { game: null, details: null, later: true };
  }
}

async function complete(known: KnownGames, found: FoundGame, asker: Asker) {
  try {
    return { details: await known.complete(found, asker), isWhole: true };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    return { details: found.details, isWhole: false };
  }
}

interface Row {
  readonly guid: string;
  readonly date: string | null;
  readonly image: GameImage | null;
  readonly image_url: string | null;
}

/**
 * Adds covers and dates of stored games, since some providers give only names. Sorts series by release date where
 * known.
 */
async function withStored(em: EntityManager, details: GameDetails): Promise<GameDetails> {
  const links = [...details.similar_games, ...details.series.flatMap(({ games }) => games)];
  if (links.length === 0) return details;
  const rows = await em.execute<Row[]>(
    `select guid, data->>'original_release_date' as date, data->'image' as image, data->>'image_url' as image_url
     from games where guid in (?)`,
    [[...new Set(links.map(({ guid }) => guid))]],
  );
  const stored = new Map(rows.map((row) => [row.guid, row]));
  const fill = (link: GameLink): GameLink => {
    const row = stored.get(link.guid);
    if (!row) return link;
    return {
      ...link,
      image_url: row.image?.small_url ?? row.image_url ?? link.image_url,
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

interface DetailsParts extends AskParts {
  readonly colours: CoverColours;
  readonly logger: Logger;
}

interface DetailsAnswer {
  readonly details: GameDetails | null;
  readonly later: boolean;
  readonly colours: readonly CoverColour[];
}

/**
 * Returns the details for a game's page from the store; asks the provider once a month. While the provider is
 * unavailable the result says so and holds what is stored.
 * @throws CodedError 404 when the game does not exist
 */
async function getGameDetails(parts: DetailsParts, id: string, asker: Asker): Promise<DetailsAnswer> {
  const { work } = parts;
  const guid = await parts.known.storedGuid(id);
  const [kept, stored] = await Promise.all([
    keptDetails(work.query(), guid),
    work.query().findOne(StoredGame, { guid }, { fields: ['guid', 'data', 'facts'] }),
  ]);
  if (kept?.isOld) refresh(parts, guid, asker);
  const asked: Asked = kept ? { game: null, details: kept.details, later: false } : await ask(parts, guid, asker);
  const game = asked.game ?? stored?.data ?? null;
  const told = asked.details ?? (stored?.facts ? factsAsDetails(stored.facts) : null);
  if (!game && !told && !asked.later) throw gameNotFound();
  const [details, colours] = await Promise.all([
    told && withSeries(work.query(), guid, stored?.facts ?? null, await withStored(work.query(), told)),
    game ? parts.colours.of(guid, game.image) : [],
  ]);
  return { details, later: asked.later, colours };
}

const ask = (parts: DetailsParts, guid: string, asker: Asker): Promise<Asked> => askForDetails(parts, { guid, asker });

/** Runs in the background, while the response shows the stored details. */
function refresh(parts: DetailsParts, guid: string, asker: Asker): void {
  ask(parts, guid, asker).catch((error: unknown) => {
    parts.logger.warn({ guid, reason: String(error) }, 'Could not refresh the details of a game');
  });
}

export function detailsRoutes(app: FastifyInstance, parts: DetailsParts): void {
  route(app, catalogCalls.getGameDetails, async ({ params, identity, request }) => {
    const { colours, ...answer } = await getGameDetails(parts, params.guid, askerOf(identity, clientOf(request)));
    return { success: true, message: 'More details.', ...answer, colours: [...colours] };
  });
}
