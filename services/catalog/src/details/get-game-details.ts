import type { CoverColour, GameDetails } from '@nightshelf/contracts/game-details.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { factsAsDetails, withSeries } from '../catalogue/facts-as-details.ts';
import type { CoverColours } from '../colours/cover-colours.ts';
import { gameNotFound } from '../games/faults.ts';
import { StoredGame } from '../games/stored-game.ts';
import type { Asker } from '../providers/limits/asker.ts';
import { type Asked, type AskParts, askForDetails } from './ask-for-details.ts';
import { keptDetails } from './kept-details.ts';
import { withStored } from './with-stored.ts';

export interface DetailsParts extends AskParts {
  readonly colours: CoverColours;
  readonly logger: Logger;
}

export interface DetailsAnswer {
  readonly details: GameDetails | null;
  readonly later: boolean;
  readonly colours: readonly CoverColour[];
}

/**
 * Returns the details for a game's page from the store; asks the provider once a month. While the provider is
 * unavailable the result says so and holds what is stored.
 * @throws CodedError 404 when the game does not exist
 */
export async function getGameDetails(parts: DetailsParts, id: string, asker: Asker): Promise<DetailsAnswer> {
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
