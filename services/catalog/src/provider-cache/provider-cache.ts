import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Game } from '@nightshelf/contracts/games.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import type { Counter } from 'prom-client';
import { ProviderFault } from '../providers/provider-fault.ts';

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

/** Expiry of a lock whose replica died. */
const lockMs = 35_000;
/** Longest wait for another replica's fetch. */
const longestWaitMs = 10_000;

const releaseLock = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * Caches provider results: fresh for an hour, then stale for up to a day while one request refreshes them. With Redis,
 * one replica fetches a key at a time.
 */
export class ProviderCache {
  readonly #redis: RedisClient;
  readonly #logger: Logger;
  readonly #hits: Counter<'state'>;
  readonly #underWay = new Map<string, Promise<Copy<unknown>>>();

  constructor(redis: RedisClient, logger: Logger, hits: Counter<'state'>) {
    this.#redis = redis;
    this.#logger = logger;
    this.#hits = hits;
  }

  /** @throws what `load` throws, when there is no copy either */
  async lookUp<Value>(lookup: Lookup<Value>): Promise<Found<Value>> {
    const copy = await this.#read<Value>(lookup.key);
    if (copy && Date.now() - copy.at < (lookup.keepMs ?? freshMs)) {
      this.#hits.inc({ state: 'fresh' });
      return { ...copy, cached: true };
    }
    if (copy) {
      this.#hits.inc({ state: 'stale' });
      this.#refresh(lookup, copy.at).catch((error: unknown) => {
        const isUsual = error instanceof ProviderFault && error.isShortage;
        this.#logger[isUsual ? 'debug' : 'warn']({ reason: String(error) }, 'Could not refresh a stale response');
      });
      return { ...copy, cached: true };
    }
    this.#hits.inc({ state: 'miss' });
    return { ...(await this.#refresh(lookup, 0)), cached: false };
  }

  #refresh<Value>(lookup: Lookup<Value>, newerThan: number, isSecondTry = false): Promise<Copy<Value>> {
    const { key } = lookup;
    const underWay = this.#underWay.get(key) as Promise<Copy<Value>> | undefined;
    if (underWay) {
      return underWay.catch((error: unknown) => {
        const isAnothers = error instanceof ProviderFault && error.kind === 'share-used';
        if (!isAnothers || isSecondTry) throw error;
        return this.#refresh(lookup, newerThan, true);
      });
    }
    const started = this.#fetchAlone(lookup, newerThan).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, started);
    return started;
  }

  /** Fetches under the key's lock, or waits for the replica that holds it. */
  async #fetchAlone<Value>(lookup: Lookup<Value>, newerThan: number): Promise<Copy<Value>> {
    const lock = `${lookup.key}:lock`;
    const token = randomUUID();
    const deadline = Date.now() + longestWaitMs;
    for (;;) {
      const taken = await tryRedis(this.#redis, () => this.#redis.set(lock, token, 'PX', lockMs, 'NX'));
      if (taken !== null) break;
      if (Date.now() > deadline)
        throw new ProviderFault('unavailable', 'another request for the same search takes too long');
      await delay(60);
    }
    try {
      // The previous holder of the lock may have fetched it.
      const copy = await this.#read<Value>(lookup.key);
      if (copy && copy.at > newerThan) return copy;
      const fetched = { value: await lookup.load(), at: Date.now() };
      await this.#write(lookup.key, fetched, lookup.isMiss(fetched.value) ? missMs : (lookup.keepMs ?? staleMs));
      return fetched;
    } finally {
      await tryRedis(this.#redis, () => this.#redis.eval(releaseLock, 1, lock, token));
    }
  }

  async #read<Value>(key: string): Promise<Copy<Value> | undefined> {
    const text = await tryRedis(this.#redis, () => this.#redis.get(key));
    // Only this class writes these keys, and their names change with the format.
    return text ? (JSON.parse(text) as Copy<Value>) : undefined;
  }

  async #write(key: string, copy: Copy<unknown>, ms: number): Promise<void> {
    await tryRedis(this.#redis, () => this.#redis.set(key, JSON.stringify(copy), 'PX', ms));
  }
}

const keyOf = (guid: string) => `catalog:found:v1:${guid}`;

/** Games found by searches of the last day, by guid, so that clients can store a game without sending its data. */
export class FoundGames {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** @param at when the provider returned them, in milliseconds since 1970 */
  async remember(games: readonly Game[], at: number): Promise<void> {
    await tryRedis(this.#redis, () =>
      Promise.all(
        games.map((game) =>
          this.#redis.set(keyOf(game.guid), JSON.stringify({ value: game, at } satisfies Copy<Game>), 'PX', staleMs),
        ),
      ),
    );
  }

  /** Returns the known games, each once. */
  async recall(guids: readonly string[]): Promise<Copy<Game>[]> {
    const keys = [...new Set(guids)].map(keyOf);
    if (keys.length === 0) return [];
    // Not one MGET, since a cluster has the keys on several servers; elsewhere the connection pipelines these anyway.
    const texts = (await tryRedis(this.#redis, () => Promise.all(keys.map((key) => this.#redis.get(key))))) ?? [];
    return texts.flatMap((text) => (text ? [JSON.parse(text) as Copy<Game>] : []));
  }
}
