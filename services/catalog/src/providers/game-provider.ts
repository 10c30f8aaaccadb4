import type { GameDetails, TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { Game, GameProviderName } from '@nightshelf/contracts/games.ts';
import type { Asker } from './limits/asker.ts';

/** A game, and what the provider said of it in the same answer. */
export interface FoundGame {
  readonly game: Game;
  readonly details: GameDetails;
  /** The provider's number of the series whose games `complete` asks for; null for none. */
  readonly seriesId: number | null;
  /** The guid that it has at the provider, where it is stored under another one. */
  readonly providerGuid?: string;
}

/** A game, with the ids that it has in stores. */
export interface MatchedGame {
  readonly game: Game;
  readonly otherIds: readonly string[];
}

/** A row of an import that is to be found. */
export interface NamedRow {
  readonly title: string | null;
  /** A guid, or the number of a store: `steam-620`. */
  readonly id: string | null;
}

/** A source of games outside the product. Its calls throw ProviderFault when it cannot be asked for this asker. */
export interface GameProvider {
  readonly name: GameProviderName;
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
  /**
   * Games that rows may mean, asked for many at a time; not there where the provider takes one question a request.
   * @returns games in no order, with their ids of stores in `otherIds`
   */
  match?(rows: readonly NamedRow[], asker: Asker): Promise<readonly MatchedGame[]>;
}
