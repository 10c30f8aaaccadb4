import type { GameDetails } from '@nightshelf/contracts/game-details.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { KnownGames } from '../games/known-games.ts';
import { lookUpGame } from '../games/look-up-game.ts';
import type { ProviderCache } from '../provider-cache/provider-cache.ts';
import type { FoundGame } from '../providers/game-provider.ts';
import type { Asker } from '../providers/limits/asker.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { keepDetails } from './kept-details.ts';

export interface AskParts {
  readonly work: Work;
  readonly cache: ProviderCache;
  readonly known: KnownGames;
}

export interface Asked {
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
export async function askForDetails({ work, cache, known }: AskParts, wanted: Wanted): Promise<Asked> {
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
