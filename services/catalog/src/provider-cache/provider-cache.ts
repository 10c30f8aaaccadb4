import type { Game } from '@nightshelf/contracts/games.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import type { Counter } from 'prom-client';
import { ProviderFault } from '../providers/game-provider.ts';

/** A provider's result and its time. */
export interface Copy<Value> {
  readonly value: Value;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Found<Value> extends Copy<Value> {
  /** Whether it came from the cache. */
  readonly cached: boolean;
}

interface Lookup<Value> {
  readonly key: string;
  readonly load: () => Promise<Value>;
  /** Returns whether nothing was found; such results are kept for minutes only. */
  readonly isMiss: (value: Value) => boolean;
  /** Lifetime of a result in milliseconds; by default fresh for an hour and kept for a day. */
  readonly keepMs?: number;
}

const minute = 60_000;
export const freshMs = 60 * minute;
const staleMs = 24 * 60 * minute;
const missMs = 5 * minute;

export type ProviderCache = ReturnType<typeof providerCache>;

/**
 * Caches provider results: fresh for an hour, then stale for up to a day while one request refreshes them. One request
 * of a process fetches a key at a time.
 */
export function providerCache(redis: RedisClient, logger: Logger, hits: Counter<'state'>) {
  async function read<Value>({ key }: Lookup<Value>): Promise<Copy<Value> | undefined> {
    const text = await tryRedis(redis, () => redis.get(key));
    // Needs no validation: only this cache writes these keys, and a new format gets new key names.
    return text ? (JSON.parse(text) as Copy<Value>) : undefined;
  }

  const fetching = new Map<string, Promise<unknown>>();

  async function fetchAndKeep<Value>({ key, load, isMiss, keepMs }: Lookup<Value>): Promise<Copy<Value>> {
    const fetched = { value: await load(), at: Date.now() };
    const ms = isMiss(fetched.value) ? missMs : (keepMs ?? staleMs);
    await tryRedis(redis, () => redis.set(key, JSON.stringify(fetched), 'PX', ms));
    return fetched;
  }

  async function fetchOnce<Value>(lookup: Lookup<Value>): Promise<Copy<Value>> {
    const { key } = lookup;
    try {
      // A key always has values of the same type.
      const inFlight = fetching.get(key) as Promise<Copy<Value>> | undefined;
      if (inFlight) return await inFlight;
    } catch (fault) {
      // Only the caller that began the request had used up its share.
      if (fault instanceof ProviderFault && fault.kind === 'share-used') return fetchOnce(lookup);
      throw fault;
    }
    const begun = fetchAndKeep(lookup).finally(() => fetching.delete(key));
    fetching.set(key, begun);
    return begun;
  }

  return {
    /** @throws what `load` throws, when there is no copy either */
    async lookUp<Value>(lookup: Lookup<Value>): Promise<Found<Value>> {
      const copy = await read(lookup);
      const state = copy ? (isFresh(copy, lookup) ? 'fresh' : 'stale') : 'miss';
      hits.inc({ state });
      if (state === 'stale') {
        fetchOnce(lookup).catch((error: unknown) => {
          const isUsual = error instanceof ProviderFault && error.isShortage;
          logger[isUsual ? 'debug' : 'warn']({ reason: String(error) }, 'Could not refresh a stale response');
        });
      }
      if (copy) return { ...copy, cached: true };
      return { ...(await fetchOnce(lookup)), cached: false };
    },
  };
}

const isFresh = <Value>({ at }: Copy<Value>, { keepMs = freshMs }: Lookup<Value>) => Date.now() - at < keepMs;

const keyOf = (guid: string) => `catalog:found:v1:${guid}`;

export type FoundGames = ReturnType<typeof foundGames>;

/** Games found by searches of the last day, by guid, so that clients can store a game without sending its data. */
export const foundGames = (redis: RedisClient) => ({
  /** @param at when the provider returned them, in milliseconds since 1970 */
  async remember(games: readonly Game[], at: number): Promise<void> {
    const copies = games.map((value): Copy<Game> => ({ value, at }));
    await tryRedis(redis, () =>
      Promise.all(copies.map((copy) => redis.set(keyOf(copy.value.guid), JSON.stringify(copy), 'PX', staleMs))),
    );
  },

  /** Returns the known games, each once. */
  async recall(guids: readonly string[]): Promise<Copy<Game>[]> {
    const keys = [...new Set(guids)].map(keyOf);
    if (keys.length === 0) return [];
    // A Redis Cluster rejects an MGET across nodes; without a cluster, ioredis pipelines these anyway.
    const texts = (await tryRedis(redis, () => Promise.all(keys.map((key) => redis.get(key))))) ?? [];
    return texts.flatMap((text) => (text ? [JSON.parse(text) as Copy<Game>] : []));
  },
});
