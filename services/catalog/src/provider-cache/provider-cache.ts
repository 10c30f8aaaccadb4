import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@nightshelf/platform';
import type { Redis } from 'ioredis';
import type { Counter } from 'prom-client';
import { ProviderFault } from '../providers/provider-fault.ts';
import { tryRedis } from '../redis/try-redis.ts';

/** What a provider answered, and when. */
export interface Copy<Value> {
  readonly value: Value;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Looked<Value> extends Copy<Value> {
  /** It was kept from before; nobody had to be asked. */
  readonly cached: boolean;
}

export interface Lookup<Value> {
  readonly key: string;
  /** Asks the provider. */
  readonly load: () => Promise<Value>;
  /** Nothing was found: kept for minutes only. */
  readonly isMiss: (value: Value) => boolean;
}

const minute = 60_000;
export const freshMs = 60 * minute;
export const staleMs = 24 * 60 * minute;
export const missMs = 5 * minute;

/** Longest that one replica keeps the others from asking the same, in milliseconds, should it die meanwhile. */
const lockMs = 35_000;
/** Longest that a request waits for what another replica is fetching, in milliseconds. */
const patienceMs = 10_000;

const releaseLock = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * Keeps a provider's answers: fresh for an hour, then served stale up to a day while one refresh runs behind. Over all
 * replicas one request is under way per key. Without Redis every lookup asks, once per process at a time.
 */
export class ProviderCache {
  readonly #redis: Redis;
  readonly #logger: Logger;
  readonly #hits: Counter<'state'>;
  readonly #flights = new Map<string, Promise<Copy<unknown>>>();

  constructor(redis: Redis, logger: Logger, hits: Counter<'state'>) {
    this.#redis = redis;
    this.#logger = logger;
    this.#hits = hits;
  }

  /** @throws whatever `load` throws, when there is no copy either */
  async look<Value>(lookup: Lookup<Value>): Promise<Looked<Value>> {
    const copy = await this.#read<Value>(lookup.key);
    if (copy && Date.now() - copy.at < freshMs) {
      this.#hits.inc({ state: 'fresh' });
      return { ...copy, cached: true };
    }
    if (copy) {
      this.#hits.inc({ state: 'stale' });
      this.#refresh(lookup, copy.at).catch((error: unknown) =>
        this.#logger.warn({ reason: String(error) }, 'A stale answer could not be refreshed'),
      );
      return { ...copy, cached: true };
    }
    this.#hits.inc({ state: 'miss' });
    return { ...(await this.#refresh(lookup, 0)), cached: false };
  }

  #refresh<Value>(lookup: Lookup<Value>, newerThan: number): Promise<Copy<Value>> {
    const { key } = lookup;
    const flight = this.#flights.get(key) as Promise<Copy<Value>> | undefined;
    if (flight) return flight;
    const started = this.#fetchAlone(lookup, newerThan).finally(() => this.#flights.delete(key));
    this.#flights.set(key, started);
    return started;
  }

  /** Fetches while holding the key's lock, or waits for the replica that holds it. */
  async #fetchAlone<Value>(lookup: Lookup<Value>, newerThan: number): Promise<Copy<Value>> {
    const lock = `${lookup.key}:lock`;
    const token = randomUUID();
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const taken = await tryRedis(this.#redis, () => this.#redis.set(lock, token, 'PX', lockMs, 'NX'));
      if (taken !== null) break;
      if (Date.now() > deadline) throw new ProviderFault('unavailable', 'somebody else has been asking for too long');
      await delay(60);
    }
    try {
      // Whoever held the lock before may just have brought it.
      const copy = await this.#read<Value>(lookup.key);
      if (copy && copy.at > newerThan) return copy;
      const fetched = { value: await lookup.load(), at: Date.now() };
      await this.#write(lookup.key, fetched, lookup.isMiss(fetched.value) ? missMs : staleMs);
      return fetched;
    } finally {
      await tryRedis(this.#redis, () => this.#redis.eval(releaseLock, 1, lock, token));
    }
  }

  async #read<Value>(key: string): Promise<Copy<Value> | undefined> {
    const text = await tryRedis(this.#redis, () => this.#redis.get(key));
    // Only this class writes these keys, and their names change with the form of what they hold.
    return text ? (JSON.parse(text) as Copy<Value>) : undefined;
  }

  async #write(key: string, copy: Copy<unknown>, ms: number): Promise<void> {
    await tryRedis(this.#redis, () => this.#redis.set(key, JSON.stringify(copy), 'PX', ms));
  }
}
