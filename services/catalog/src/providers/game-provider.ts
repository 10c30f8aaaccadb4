import type { GameDetails, TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { Game, GameProviderName } from '@nightshelf/contracts/games.ts';
import type { Caller } from './caller.ts';

/** A game, and the details from the same provider response. */
export interface FoundGame {
  readonly game: Game;
  readonly details: GameDetails;
  /** The provider's id of the series whose games `complete` fetches, or null. */
  readonly seriesId: number | null;
  /** The provider's guid of a game that is stored under another one. */
  readonly providerGuid?: string;
}

/** A game with its store ids. */
export interface MatchedGame {
  readonly game: Game;
  readonly otherIds: readonly string[];
}

/** A row of an import. */
export interface NamedRow {
  readonly title: string | null;
  /** A guid, or a store id such as `steam-620`. */
  readonly id: string | null;
}

/** A source of games. Its calls throw ProviderFault when it is unavailable to this caller. */
export interface GameProvider {
  readonly name: GameProviderName;
  /** Returns whether a guid belongs to this provider. */
  owns(guid: string): boolean;
  /** Returns at most `limit` games, best match first, with `id` null. */
  search(query: string, limit: number, caller: Caller): Promise<Game[]>;
  /** Returns null when the provider does not know the game. */
  get(guid: string, caller: Caller): Promise<FoundGame | null>;
  /** Returns the details including those that need further requests. */
  complete(found: FoundGame, caller: Caller): Promise<GameDetails>;
  /** Returns playing times with one request; omits games without known times. Absent when the provider has none. */
  times?(guids: readonly string[], caller: Caller): Promise<ReadonlyMap<string, TimesToBeat>>;
  /**
   * Returns the guids of Steam games by app id with one request. Absent when the provider does not know them.
   * @param appIds at most 500
   */
  ofSteam?(appIds: readonly number[], caller: Caller): Promise<ReadonlyMap<number, string>>;
  /**
   * Returns games that rows may mean, in batches. Absent when the provider takes one query per request.
   * @returns games in no order, with their store ids in `otherIds`
   */
  match?(rows: readonly NamedRow[], caller: Caller): Promise<readonly MatchedGame[]>;
}
