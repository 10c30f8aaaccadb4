import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '../http/client.ts';
import type { RedisClient } from '../redis/client.ts';
import { absoluteSeconds, idleSeconds } from './cookie.ts';

/**
 * Adds a session to its user's sessions. KEYS: the user's session names. ARGV: id, maximum number, lifetime in seconds.
 * Returns all names when there are too many.
 */
const nameScript = `
redis.call('sadd', KEYS[1], ARGV[1])
redis.call('expire', KEYS[1], ARGV[3])
return redis.call('scard', KEYS[1]) > tonumber(ARGV[2]) and redis.call('smembers', KEYS[1]) or {}`;

/**
 * Stores a session. It counts as confirmed from the start, because only a sign-in begins one. KEYS: session. ARGV: idle
 * lifetime in seconds, then the session's fields and values.
 */
const storeScript = `
redis.call('hset', KEYS[1], 'proved', redis.call('time')[1], unpack(ARGV, 2))
redis.call('expire', KEYS[1], ARGV[1])`;

/**
 * Stores a session's last use if it exists, so that a session being ended is not restored. A full Redis refuses the
 * write but still extends the lifetime. KEYS: session. ARGV: milliseconds since 1970 now, and when it ends without
 * further use. Returns 1 when it exists.
 */
const touchScript = `
if redis.call('pexpireat', KEYS[1], ARGV[2]) == 0 then return 0 end
redis.pcall('hset', KEYS[1], 'seen', ARGV[1])
return 1`;

/**
 * Records that the user of a session has just confirmed their identity. KEYS: session. ARGV: the user's id. Returns 1
 * when the session exists and is this user's.
 */
const proveScript = `
if redis.call('hget', KEYS[1], 'user_id') ~= ARGV[1] then return 0 end
redis.call('hset', KEYS[1], 'proved', redis.call('time')[1])
return 1`;

/**
 * Checks whether the confirmation is recent, by the clock of Redis, which all processes share. Sessions of older
 * releases have no time. KEYS: session. ARGV: the user's id, seconds. Returns 1 when it is.
 */
const isProvedScript = `
local session = redis.call('hmget', KEYS[1], 'user_id', 'proved')
if session[1] ~= ARGV[1] or not session[2] then return 0 end
return redis.call('time')[1] - session[2] < tonumber(ARGV[2]) and 1 or 0`;

/**
 * Ends a session only if it is this user's, so that it never affects another user's. KEYS: session. ARGV: the user's
 * id. Returns 1 when there was one.
 */
const endScript = `
if redis.call('hget', KEYS[1], 'user_id') ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])`;

interface SessionUser {
  readonly userId: string;
  readonly username: string;
}

export interface Session extends SessionUser {
  /** SHA-256 of the token, hex. Redis never holds the token itself. */
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** A session with its origin, as its user may see it. */
export interface ListedSession extends Session, Client {}

export interface SessionDetails {
  readonly client?: Client;
  /** Facts needed when the session ends, such as its OpenID provider. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** Minimum interval between writes of a session's last use. */
const touchIntervalMs = 60_000;

/** Minimum interval between writes of an active session's name. */
const nameIntervalMs = 60 * 60_000;

export const mostSessions = 50;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const sessionKey = (id: string) => `session:${id}`;
const userKey = (userId: string) => `user-sessions:${userId}`;

/** @returns the name under which the session of this token is stored */
export const sessionIdOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Opaque sessions in Redis: auth begins and ends them, the gateway looks them up. A session and its user's list of
 * names are two keys, in a cluster on two servers, so no step changes both. A session is named after it is stored but
 * before its token is handed out, and ended before its name is removed: so ending all sessions of a user ends every
 * session whose token was handed out (ADR 18).
 */
export class SessionStore {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /**
   * Checks that a session could be stored, because Redis may respond and be full.
   * @throws the error of Redis
   */
  async checkRoom(): Promise<void> {
    // The key does not exist, so nothing is written, but a full Redis refuses it like any write.
    await this.#redis.set('session-room', '', 'XX');
  }

  /**
   * Begins a session, and ends the user's least used sessions beyond the 50 most recent.
   * @returns the token for the user's browser: 256 random bits, base64url
   */
  async begin(user: SessionUser, { client, facts }: SessionDetails = {}, now = Date.now()): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const id = sessionIdOf(token);
    const fields = {
      user_id: user.userId,
      username: user.username,
      created: now,
      seen: now,
      ...(client?.device ? { device: client.device } : {}),
      ...(client?.address ? { address: client.address } : {}),
      ...(facts ? { facts: JSON.stringify(facts) } : {}),
    };
    await this.#redis.eval(storeScript, 1, sessionKey(id), idleSeconds, ...Object.entries(fields).flat());
    try {
      await this.#name(user.userId, id);
    } catch (error) {
      // Its token was never handed out, so the session only takes up space.
      this.#redis.del(sessionKey(id)).catch(() => undefined);
      throw error;
    }
    return token;
  }

  /** Ends the sessions above the limit, so that the last of several concurrent sign-ins leaves no more than allowed. */
  async #name(userId: string, id: string): Promise<void> {
    const args = [id, mostSessions, absoluteSeconds];
    const names = (await this.#redis.eval(nameScript, 1, userKey(userId), ...args)) as string[];
    const others = names.filter((name) => name !== id);
    const seen = await Promise.all(others.map((name) => this.#redis.hget(sessionKey(name), 'seen')));
    const lastUsed = new Map(others.map((name, at) => [name, Number(seen[at] ?? Number.NEGATIVE_INFINITY)]));
    const used = (name: string) => lastUsed.get(name) ?? 0;
    // Concurrent sign-ins need the same order; otherwise they could end each other's sessions.
    const newestFirst = others.toSorted((a, b) => used(b) - used(a) || (a < b ? -1 : 1));
    const left = newestFirst.slice(0, mostSessions - 1).filter((name) => Number.isFinite(used(name)));
    await this.#endThese(
      userId,
      others.filter((name) => !left.includes(name)),
    );
  }

  /** @returns the session of this token, or null when it does not exist, is too old or ended */
  async find(token: string, now = Date.now()): Promise<Session | null> {
    if (!tokenPattern.test(token)) return null;
    const id = sessionIdOf(token);
    // Only the fields that the gateway needs, because it asks often and facts may be long.
    const [userId, username, created, seen] = await this.#redis.hmget(
      sessionKey(id),
      'user_id',
      'username',
      'created',
      'seen',
    );
    if (!userId || !username) return null;
    const createdAt = Number(created);
    const expires = createdAt + absoluteSeconds * 1000;
    if (now >= expires) return null;
    const session = { id, userId, username, createdAt: new Date(createdAt), lastSeenAt: new Date(Number(seen)) };
    if (now - Number(seen) > touchIntervalMs) {
      this.#touch(session, Math.min(now + idleSeconds * 1000, expires), now).catch(() => undefined);
    }
    return session;
  }

  /**
   * Returns the sessions that no longer exist.
   * @throws when Redis is unavailable
   */
  async ended(ids: readonly string[]): Promise<string[]> {
    const found = await Promise.all(ids.map((id) => this.#redis.exists(sessionKey(id))));
    return ids.filter((_, at) => found[at] === 0);
  }

  /**
   * Returns when an active session ends without further use; up to a minute early, because not every use is stored.
   * @returns null when it has ended
   */
  async endsAt(id: string, now = Date.now()): Promise<Date | null> {
    const created = await this.#redis.hget(sessionKey(id), 'created');
    if (!created) return null;
    return new Date(Math.min(now - touchIntervalMs + idleSeconds * 1000, Number(created) + absoluteSeconds * 1000));
  }

  /**
   * Best effort: a failed write must not delay or fail a request. Also renews the name now and then, because after a
   * failover a server may have lost the name but not the session, which then could not be ended.
   */
  async #touch({ id, userId, lastSeenAt }: Session, expiresAt: number, now: number): Promise<void> {
    const isThere = await this.#redis.eval(touchScript, 1, sessionKey(id), now, expiresAt);
    const isDue = Math.floor(now / nameIntervalMs) !== Math.floor(lastSeenAt.getTime() / nameIntervalMs);
    if (isThere === 1 && isDue)
      await this.#redis.eval(nameScript, 1, userKey(userId), id, mostSessions, absoluteSeconds);
  }

  /**
   * Records that the user of this session has just confirmed their identity again.
   * @returns whether the session exists
   */
  async prove(userId: string, id: string): Promise<boolean> {
    return (await this.#redis.eval(proveScript, 1, sessionKey(id), userId)) === 1;
  }

  /** Returns whether that confirmation, or the sign-in, was within the last `seconds`. */
  async isProved(userId: string, id: string, seconds: number): Promise<boolean> {
    return (await this.#redis.eval(isProvedScript, 1, sessionKey(id), userId, seconds)) === 1;
  }

  /** @returns the facts of the session, or null when it has ended */
  async factsOf(id: string): Promise<Readonly<Record<string, string>> | null> {
    const [userId, facts] = await this.#redis.hmget(sessionKey(id), 'user_id', 'facts');
    if (!userId) return null;
    return facts ? (JSON.parse(facts) as Record<string, string>) : {};
  }

  /** Returns the user's sessions, last used first. Removes the names of expired sessions. */
  async list(userId: string, now = Date.now()): Promise<ListedSession[]> {
    const ids = await this.#redis.smembers(userKey(userId));
    if (ids.length === 0) return [];
    const fields = ['user_id', 'username', 'created', 'seen', 'device', 'address'] as const;
    const rows = await Promise.all(ids.map((id) => this.#redis.hmget(sessionKey(id), ...fields)));
    const sessions: ListedSession[] = [];
    const ended: string[] = [];
    for (const [index, id] of ids.entries()) {
      const [owner, username, created, seen, device = null, address = null] = rows[index] ?? [];
      const createdAt = Number(created);
      if (owner !== userId || !username || now >= createdAt + absoluteSeconds * 1000) ended.push(id);
      else {
        const [began, lastSeenAt] = [new Date(createdAt), new Date(Number(seen))];
        sessions.push({ id, userId, username, createdAt: began, lastSeenAt, device, address });
      }
    }
    this.#forget(userId, ended);
    return sessions.sort((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime());
  }

  /**
   * Ends a session of this user.
   * @returns whether it existed
   */
  async end(userId: string, id: string): Promise<boolean> {
    const ended = (await this.#redis.eval(endScript, 1, sessionKey(id), userId)) === 1;
    if (ended) this.#forget(userId, [id]);
    return ended;
  }

  /**
   * Ends all sessions of a user except `except`.
   * @returns how many there were
   * @throws when not all could be ended
   */
  async endAll(userId: string, except?: string): Promise<number> {
    const names = await this.#redis.smembers(userKey(userId));
    return this.#endThese(
      userId,
      names.filter((id) => id !== except),
    );
  }

  /**
   * One by one, because a full Redis would refuse a transaction.
   * @returns how many there were
   */
  async #endThese(userId: string, ids: readonly string[]): Promise<number> {
    const ended = await Promise.all(ids.map((id) => this.#redis.del(sessionKey(id))));
    this.#forget(userId, ids);
    return ended.reduce((sum, count) => sum + count, 0);
  }

  /** Not awaited, because the name of an ended session is harmless. */
  #forget(userId: string, ids: readonly string[]): void {
    if (ids.length > 0) this.#redis.srem(userKey(userId), ...ids).catch(() => undefined);
  }
}
