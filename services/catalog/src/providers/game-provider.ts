import type { Game, GameDetails, TimesToBeat } from '@nightshelf/contracts';
import type { ProviderName } from '../config.ts';
import type { Asker } from './limits/asker.ts';

/** A game, and what the provider said of it in the same answer. */
export interface FoundGame {
  readonly game: Game;
  readonly details: GameDetails;
  /** The provider's number of the series whose games `complete` asks for; null for none. */
  readonly seriesId: number | null;
}

/** A source of games outside the product. Its calls throw ProviderFault when it cannot be asked for this asker. */
export interface GameProvider {
  readonly name: ProviderName;
  /** Whether a guid is one of this provider's own. */
  owns(guid: string): boolean;
  /** @returns at most `limit` games, best match first, `id` null */
  search(query: string, limit: number, asker: Asker): Promise<Game[]>;
  /** @returns null when the provider knows no such game */
  get(guid: string, asker: Asker): Promise<FoundGame | null>;
  /** @returns the details with what takes requests of its own */
  complete(found: FoundGame, asker: Asker): Promise<GameDetails>;
  /**
   * How long games take, asked for in one request; not there where the provider never says. @returns nothing of those that
   * nobody has told of
   */
  times?(guids: readonly string[], asker: Asker): Promise<ReadonlyMap<string, TimesToBeat>>;
  /**
   * Which of its games those of Steam are, by their numbers there, asked for in one request; not there where the provider does not know.
   * @param appIds at most 500
   */
  ofSteam?(appIds: readonly number[], asker: Asker): Promise<ReadonlyMap<number, string>>;
}
