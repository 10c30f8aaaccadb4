import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { HealingRedisOptions } from '@nightshelf/platform/redis/healing-redis.ts';
import { MasterConnections } from '@nightshelf/platform/redis/master-connections.ts';
import { type Session, SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { SessionListener } from './session-listener.ts';

/** How long a copy is used without asking again, in milliseconds; a lost message does no harm for longer. */
const copyMs = 1000;

/**
 * How long a copy is believed while Redis cannot be asked, in milliseconds since Redis would have told of a change:
 * nothing can end a session in a Redis that is away, so only a gateway that alone has lost it is late by that much.
 */
const graceMs = 10_000;

const maxCopies = 20_000;

/** A time in which Redis told of every change. */
interface Period {
  /** By `performance.now()`: copies of it were right until then. */
  endedAt?: number;
}

interface Copy {
  readonly session: Session;
  /** By `performance.now()`. */
  readonly until: number;
  readonly period: Period;
}

interface Parts {
  readonly url: string;
  /** Connected to it, to find sessions on. */
  readonly redis: RedisClient;
  /** How the connections are made that hear of changes. */
  readonly connection: HealingRedisOptions;
  readonly logger: Logger;
}

/**
 * Sessions without a round trip to Redis for each request: copies, of which Redis tells (client tracking) when one changes or
 * ends. While one of its masters does not tell, every request asks the store, and only when the store is away too a copy goes on
 * being believed for a short while.
 */
export class TrackedSessions {
  readonly #store: SessionStore;
  readonly #masters: MasterConnections<SessionListener>;
  readonly #copies = new Map<string, Copy>();
  readonly #tokens = new Map<string, string>();
  /** Undefined while not every master tells of changes. */
  #period: Period | undefined;
  /** Told which sessions may have changed, by id; null when any may have. */
  #onChange: (ids: readonly string[] | null) => void = () => undefined;
  /** Counts changes, so that a reply that a change has overtaken is not kept as a copy. */
  #changes = 0;

  constructor({ url, redis, connection, logger }: Parts) {
    this.#store = new SessionStore(redis);
    this.#masters = new MasterConnections({
      url,
      redis,
      logger,
      connection: { ...connection, autoResubscribe: false },
      open: (opened) =>
        new SessionListener(opened, logger, {
          onSessions: (ids) => this.#hear(ids),
          onTracking: () => this.#look(),
        }),
      onChange: () => this.#look(),
    });
  }

  /** Whether Redis tells of changes just now. */
  get isTracking(): boolean {
    return this.#period !== undefined;
  }

  /** Has `onChange` told which sessions may have changed or ended, by id; null when any may have. One may listen. */
  watch(onChange: (ids: readonly string[] | null) => void): void {
    this.#onChange = onChange;
  }

  /** Which of these sessions, by id, have ended. @throws when Redis is away */
  ended(ids: readonly string[]): Promise<string[]> {
    return this.#store.ended(ids);
  }

  /** @throws when Redis has to be asked and is away */
  find(token: string): Session | null | Promise<Session | null> {
    const copy = this.#copies.get(token);
    const isRight = copy && copy.until > performance.now() && copy.period === this.#period;
    return isRight ? copy.session : this.#ask(token);
  }

  disconnect(): void {
    this.#masters.disconnect();
  }

  async #ask(token: string): Promise<Session | null> {
    const changesBefore = this.#changes;
    const asked = performance.now();
    let session: Session | null;
    try {
      session = await this.#store.find(token);
    } catch (error) {
      const known = this.#lastKnown(token);
      if (known) return known;
      throw error;
    }
    // It may come from a server that has just become a master.
    this.#look();
    if (session && this.#period && this.#changes === changesBefore) {
      if (this.#copies.size >= maxCopies) this.#forget(null);
      this.#copies.set(token, { session, until: asked + copyMs, period: this.#period });
      this.#tokens.set(session.id, token);
    }
    return session;
  }

  #lastKnown(token: string): Session | undefined {
    const copy = this.#copies.get(token);
    const { endedAt = performance.now() } = copy?.period ?? {};
    return performance.now() < endedAt + graceMs ? copy?.session : undefined;
  }

  /** Whether every master tells of changes now, and whether that is news. */
  #look(): void {
    const isTracking = this.#masters.areComplete && this.#masters.uses.every((listener) => listener.isTracking);
    if (isTracking === this.isTracking) return;
    // What the store is answering just now may have changed since.
    this.#changes += 1;
    if (this.#period) this.#period.endedAt = performance.now();
    this.#period = isTracking ? {} : undefined;
    // Nobody has told of what changed before.
    if (isTracking) this.#onChange(null);
  }

  #hear(ids: readonly string[] | null): void {
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
