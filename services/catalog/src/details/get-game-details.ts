import type { CoverColour, GameDetails } from '@nightshelf/contracts';
import type { Logger } from '@nightshelf/platform';
import type { CoverColours } from '../colours/cover-colours.ts';
import { gameNotFound } from '../games/faults.ts';
import { StoredGame } from '../games/stored-game.ts';
import type { GameProvider } from '../providers/game-provider.ts';
import type { Asker } from '../providers/limits/asker.ts';
import { type Asked, type AskParts, askForDetails } from './ask-for-details.ts';
import { keptDetails } from './kept-details.ts';
import { withStored } from './with-stored.ts';

export interface DetailsParts extends AskParts {
  readonly provider: GameProvider | null;
  readonly colours: CoverColours;
  readonly logger: Logger;
}

export interface DetailsAnswer {
  readonly details: GameDetails | null;
  readonly later: boolean;
  readonly colours: readonly CoverColour[];
}

/**
 * What a game's page shows beside the game, from what is kept; the provider is asked once a month. While it cannot be asked
 * the answer says so and holds what there is: the page does without the rest.
 * @throws CodedError 404 when there is no such game
 */
export async function getGameDetails(parts: DetailsParts, guid: string, asker: Asker): Promise<DetailsAnswer> {
  const { work } = parts;
  const [kept, stored] = await Promise.all([
    keptDetails(work.query(), guid),
    work.query().findOne(StoredGame, { guid }, { fields: ['guid', 'data'] }),
  ]);
  if (kept?.isOld) refresh(parts, guid, asker);
  const asked: Asked = kept ? { game: null, details: kept.details, later: false } : await ask(parts, guid, asker);
  const game = asked.game ?? stored?.data ?? null;
  if (!game && !asked.details && !asked.later) throw gameNotFound();
  const [details, colours] = await Promise.all([
    asked.details && withStored(work.query(), asked.details),
    game ? parts.colours.of(guid, game.image) : [],
  ]);
  return { details, later: asked.later, colours };
}

const nothing: Asked = { game: null, details: null, later: false };

const ask = async (parts: DetailsParts, guid: string, asker: Asker): Promise<Asked> =>
  parts.provider?.owns(guid) ? askForDetails(parts, parts.provider, { guid, asker }) : nothing;

/** Nobody waits for it: what is kept is shown meanwhile. */
function refresh(parts: DetailsParts, guid: string, asker: Asker): void {
  ask(parts, guid, asker).catch((error: unknown) => {
    parts.logger.warn({ guid, reason: String(error) }, "A game's details could not be refreshed");
  });
}
