import type { GameDetails, TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { Game, GameProviderName } from '@nightshelf/contracts/games.ts';
import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import { clientOf, networkOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { FastifyRequest } from 'fastify';

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

/** A source of games. Its calls throw ProviderFault when it is unavailable to this caller. */
export interface GameProvider {
  readonly name: GameProviderName;
  /** Whether it needs no key; then an unavailable provider is no error. */
  readonly isKeyless: boolean;
  /** Whether its games have covers and texts, so that it can complete games of the offline catalog. */
  readonly describes: boolean;
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
  match?(rows: readonly CandidateRow[], caller: Caller): Promise<readonly MatchedGame[]>;
}

/** The user or visitor on whose behalf a provider is asked. */
export type Caller =
  | { readonly kind: 'visitor'; readonly network: string }
  | { readonly kind: 'user'; readonly network: string; readonly userId: string }
  /** A user's library needs a game, and is notified whenever it arrives. */
  | { readonly kind: 'request'; readonly userId: string };

/** All callers without an address share one network. */
export function callerOf({ identity, request }: { identity: Identity | null; request: FastifyRequest }): Caller {
  const { address } = clientOf(request);
  const network = address === null ? 'unknown' : networkOf(address);
  return identity ? { kind: 'user', network, userId: identity.userId } : { kind: 'visitor', network };
}

/**
 * - `unavailable`: no response, or an unusable one
 * - `malformed`: a response in an unknown form
 * - `too-many-requests`: the provider limits our requests
 * - `limit-reached`: not sent, to stay within the provider's limit
 * - `share-used`: not sent, since the caller's share of the limit is used up
 * - `key-refused`: the provider rejects our key
 */
export const faultKinds = [
  'unavailable',
  'malformed',
  'too-many-requests',
  'limit-reached',
  'share-used',
  'key-refused',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/**
 * The provider is unavailable or its response unusable. Logs and users see the message, so it never quotes an error or
 * an address, which contains the key.
 */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  readonly kind: FaultKind;
  /** How long to wait, in milliseconds; null when unknown. */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the provider is fine: it was not asked, or asks us to slow down. */
  get isShortage(): boolean {
    return this.kind === 'limit-reached' || this.kind === 'share-used' || this.kind === 'too-many-requests';
  }

  /** Whether every other route would give the same result. */
  get decisive(): boolean {
    return this.kind === 'too-many-requests' || this.kind === 'key-refused';
  }
}

/** Returns a handler for `catch` that handles faults of providers alone and rethrows all other errors. */
export const onProviderFault =
  <Result>(handle: (fault: ProviderFault) => Result) =>
  (error: unknown): Result => {
    if (error instanceof ProviderFault) return handle(error);
    throw error;
  };
