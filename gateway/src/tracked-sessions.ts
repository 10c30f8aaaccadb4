import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { mastersOf, type RedisClient } from '@nightshelf/platform/redis/client.ts';
import { retryPauseMs } from '@nightshelf/platform/redis/connect.ts';
import { type Session, SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { Cluster, type Redis } from 'ioredis';

/** Channel on which Redis reports changed keys to a tracking connection. */
const changesChannel = '__redis__:invalidate';

/** Key prefix of sessions in the platform's store; the session id follows. */
const keyPrefix = 'session:';

const pingIntervalMs = 2000;

interface TrackingCallbacks {
  /** Receives the ids of sessions that may have changed; null for all. */
  readonly onSessions: (ids: readonly string[] | null) => void;
  readonly onTracking: () => void;
}

class SessionListener {
  readonly #redis: Redis;
  readonly #callbacks: TrackingCallbacks;
  #tracking = false;

  /** @param redis a dedicated connection, with `autoResubscribe` off */
  constructor(redis: Redis, logger: Logger, callbacks: TrackingCallbacks) {
    this.#redis = redis;
    this.#callbacks = callbacks;
    redis.on('message', (_, keys: string) => this.#onMessage(keys));
    // The connection that looks up sessions reports faults of this server.
    redis.on('error', () => undefined);
    redis.on('close', () => this.#set(false));
    redis.on('ready', () => {
      this.#track().catch((error: unknown) => logger.warn({ err: error }, 'Sessions cannot be tracked'));
    });
    const pings = setInterval(() => this.#ping(), pingIntervalMs).unref();
    redis.on('end', () => clearInterval(pings));
  }

  get isTracking(): boolean {
    return this.#tracking;
  }

  disconnect(): void {
    this.#redis.disconnect();
  }

  async #track(): Promise<void> {
    const id = await this.#redis.client('ID');
    // RESP2 has no push messages, so Redis redirects them to a subscription on the same connection.
    await this.#redis.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', 'PREFIX', keyPrefix);
    await this.#redis.subscribe(changesChannel);
    this.#set(this.#redis.status === 'ready');
  }

  #set(tracking: boolean): void {
    if (this.#tracking === tracking) return;
    this.#tracking = tracking;
    this.#callbacks.onTracking();
  }

  /** Without pings, a dead connection looks like one without changes. */
  #ping(): void {
    if (this.#redis.status !== 'ready') return;
    const { stream } = this.#redis;
    this.#redis.ping().catch((error: Error) => stream.destroy(error));
  }

  /** @param keys separated by commas; empty when all may have changed */
  #onMessage(keys: string): void {
    this.#callbacks.onSessions(keys === '' ? null : keys.split(',').map((key) => key.slice(keyPrefix.length)));
  }
}

/** How long a copy is used without a lookup; limits the harm of a lost message. */
const copyMs = 1000;

/**
 * How long a copy stays valid while Redis is down, counted from the end of tracking; no session can end in a Redis that
 * is down.
 */
const graceMs = 10_000;

const maxCopies = 20_000;

/** A time in which Redis reported every change. */
interface Period {
  /** By `performance.now()`; its copies were valid until this time. */
  endedAt?: number;
}

interface Copy {
  readonly session: Session;
  /** By `performance.now()`. */
  readonly until: number;
  readonly period: Period;
}

const nameOf = ({ options: { host, port } }: Redis) => `${host}:${port}`;

/**
 * Caches sessions, and drops those that Redis reports as changed (client tracking). While one master does not report,
 * every request asks the store; copies serve briefly when that is down too.
 */
export class TrackedSessions {
  readonly #redis: RedisClient;
  readonly #logger: Logger;
  readonly #store: SessionStore;
  /** By the address of each master of Redis. */
  readonly #listeners = new Map<string, SessionListener>();
  readonly #copies = new Map<string, Copy>();
  readonly #tokens = new Map<string, string>();
  /** Undefined while not every master reports changes. */
  #period: Period | undefined;
  /** Receives the ids of sessions that may have changed; null for all. */
  #onChange: (ids: readonly string[] | null) => void = () => undefined;
  /** Counts changes, so that a reply older than a change is not cached. */
  #changes = 0;

  constructor(redis: RedisClient, logger: Logger) {
    this.#redis = redis;
    this.#logger = logger;
    this.#store = new SessionStore(redis);
    if (redis instanceof Cluster) redis.on('refresh', () => this.#followMasters());
    else this.#followMasters();
  }

  get isTracking(): boolean {
    return this.#period !== undefined;
  }

  /** Calls `onChange` with the ids of sessions that may have changed or ended; null for all. Supports one listener. */
  watch(onChange: (ids: readonly string[] | null) => void): void {
    this.#onChange = onChange;
  }

  /** Returns those ids whose session has ended. Throws when Redis is down. */
  ended(ids: readonly string[]): Promise<string[]> {
    return this.#store.ended(ids);
  }

  /** Throws when it needs Redis and Redis is down. */
  find(token: string): Session | null | Promise<Session | null> {
    const copy = this.#copies.get(token);
    const isRight = copy && copy.until > performance.now() && copy.period === this.#period;
    return isRight ? copy.session : this.#lookUp(token);
  }

  disconnect(): void {
    for (const listener of this.#listeners.values()) listener.disconnect();
  }

  #followMasters(): void {
    const masters = new Map(mastersOf(this.#redis).map((master) => [nameOf(master), master]));
    for (const [name, listener] of this.#listeners) {
      if (masters.has(name)) continue;
      this.#listeners.delete(name);
      listener.disconnect();
    }
    for (const [name, master] of masters) {
      if (this.#listeners.has(name)) continue;
      const connection = master.duplicate({ autoResubscribe: false, lazyConnect: false, retryStrategy: retryPauseMs });
      const callbacks = {
        onSessions: (ids: readonly string[] | null) => this.#onMessage(ids),
        onTracking: () => this.#updateTracking(),
      };
      this.#listeners.set(name, new SessionListener(connection, this.#logger, callbacks));
    }
    this.#updateTracking();
  }

  async #lookUp(token: string): Promise<Session | null> {
    const changesBefore = this.#changes;
    const askedAt = performance.now();
    let session: Session | null;
    try {
      session = await this.#store.find(token);
    } catch (error) {
      const known = this.#lastKnown(token);
      if (known) return known;
      throw error;
    }
    // The reply may come from a server that has just become a master.
    this.#updateTracking();
    if (session && this.#period && this.#changes === changesBefore) {
      if (this.#copies.size >= maxCopies) this.#forget(null);
      this.#copies.set(token, { session, until: askedAt + copyMs, period: this.#period });
      this.#tokens.set(session.id, token);
    }
    return session;
  }

  #lastKnown(token: string): Session | undefined {
    const copy = this.#copies.get(token);
    const { endedAt = performance.now() } = copy?.period ?? {};
    return performance.now() < endedAt + graceMs ? copy?.session : undefined;
  }

  #updateTracking(): void {
    const masters = mastersOf(this.#redis);
    // A new master may not have a listener yet.
    const isTracking = masters.length > 0 && masters.every((one) => this.#listeners.get(nameOf(one))?.isTracking);
    if (isTracking === this.isTracking) return;
    // Replies in flight may already be outdated.
    this.#changes += 1;
    if (this.#period) this.#period.endedAt = performance.now();
    this.#period = isTracking ? {} : undefined;
    // Changes before tracking started were not reported.
    if (isTracking) this.#onChange(null);
  }

  #onMessage(ids: readonly string[] | null): void {
    this.#forget(ids);
    this.#onChange(ids);
  }

  /** @param ids null for all */
  #forget(ids: readonly string[] | null): void {
    this.#changes += 1;
    if (!ids) {
      this.#copies.clear();
      this.#tokens.clear();
      return;
    }
    for (const id of ids) {
      const token = this.#tokens.get(id);
      if (token === undefined) continue;
      this.#tokens.delete(id);
      this.#copies.delete(token);
    }
  }
}
