import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '../http/client.ts';
import type { RedisClient } from '../redis/client.ts';
import { absoluteSeconds, idleSeconds } from './cookie.ts';
import { endScript, isProvedScript, nameScript, proveScript, storeScript, touchScript } from './scripts.ts';

export interface SessionUser {
  readonly userId: string;
  readonly username: string;
}

export interface Session extends SessionUser {
  /** SHA-256 of the token, hex. Redis never holds the token itself. */
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** A session with where it was begun, as its user may see it. */
export interface ListedSession extends Session, Client {}

/** What is kept with a session beside who it is. */
export interface SessionDetails {
  readonly client?: Client;
  /** Anything that has to be known again when the session ends, such as the OpenID provider it came from. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** A session's last use is written at most this often, in milliseconds. */
const touchIntervalMs = 60_000;

/** Of a session in use the name is written again at most this often, in milliseconds. */
const nameIntervalMs = 60 * 60_000;

/** Sessions that a user may have at once. */
export const mostSessions = 50;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const sessionKey = (id: string) => `session:${id}`;
const userKey = (userId: string) => `user-sessions:${userId}`;

/** @returns the name under which the session of this token is stored */
export const sessionIdOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Opaque sessions in Redis: auth begins and ends them, the gateway looks them up. A session and the names of its user's sessions
 * are two keys, which in a cluster are on two servers, so that no step changes both. What holds all the same, since a session is named
 * after it is stored and before anybody has its token, and ended before its name is forgotten: whoever ends all sessions of a
 * user ends every one of which the token had been given to anybody (ADR 51).
 */
export class SessionStore {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Whether a session could be begun: Redis may answer and yet have no room. @throws what Redis says otherwise */
  async checkRoom(): Promise<void> {
    // Writes nothing, since there is no such key, but is refused like all that could.
    await this.#redis.set('session-room', '', 'XX');
  }

  /**
   * Ends the user's least used sessions beyond the 50 most recent.
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
      // Nobody has its token; it is only in the way.
      this.#redis.del(sessionKey(id)).catch(() => undefined);
      throw error;
    }
    return token;
  }

  /** Ends what are too many then, so that the last of several that begin at once leaves no more than there may be. */
  async #name(userId: string, id: string): Promise<void> {
    const args = [id, mostSessions, absoluteSeconds];
    const names = (await this.#redis.eval(nameScript, 1, userKey(userId), ...args)) as string[];
    const others = names.filter((name) => name !== id);
    const seen = await Promise.all(others.map((name) => this.#redis.hget(sessionKey(name), 'seen')));
    const lastUsed = new Map(others.map((name, at) => [name, Number(seen[at] ?? Number.NEGATIVE_INFINITY)]));
    const used = (name: string) => lastUsed.get(name) ?? 0;
    // In the same order for all that begin at once: otherwise each could end another one.
    const newestFirst = others.toSorted((a, b) => used(b) - used(a) || (a < b ? -1 : 1));
    const left = newestFirst.slice(0, mostSessions - 1).filter((name) => Number.isFinite(used(name)));
    await this.#endThese(
      userId,
      others.filter((name) => !left.includes(name)),
    );
  }

  /** @returns the session of this token, or null when there is none, it is too old or ended */
  async find(token: string, now = Date.now()): Promise<Session | null> {
    if (!tokenPattern.test(token)) return null;
    const id = sessionIdOf(token);
    // Only what the gateway needs, since it asks often; facts may be long.
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

  /** Which of these sessions there are no longer. @throws when Redis is away */
  async ended(ids: readonly string[]): Promise<string[]> {
    const found = await Promise.all(ids.map((id) => this.#redis.exists(sessionKey(id))));
    return ids.filter((_, at) => found[at] === 0);
  }

  /**
   * When a session that is in use at this moment ends if it is not used again; up to a minute later in truth, since not
   * every use is written. @returns null when it has ended
   */
  async endsAt(id: string, now = Date.now()): Promise<Date | null> {
    const created = await this.#redis.hget(sessionKey(id), 'created');
    if (!created) return null;
    return new Date(Math.min(now - touchIntervalMs + idleSeconds * 1000, Number(created) + absoluteSeconds * 1000));
  }

  /**
   * As well as it goes: nobody is kept waiting, or refused, because a last use cannot be written. Now and then it is named again: a
   * server that took over may have lost the name and not the session, which nobody could end then.
   */
  async #touch({ id, userId, lastSeenAt }: Session, expiresAt: number, now: number): Promise<void> {
    const isThere = await this.#redis.eval(touchScript, 1, sessionKey(id), now, expiresAt);
    const isDue = Math.floor(now / nameIntervalMs) !== Math.floor(lastSeenAt.getTime() / nameIntervalMs);
    if (isThere === 1 && isDue)
      await this.#redis.eval(nameScript, 1, userKey(userId), id, mostSessions, absoluteSeconds);
  }

  /** Notes that whoever uses this session has just proved again who they are. @returns whether there is such a session */
  async prove(userId: string, id: string): Promise<boolean> {
    return (await this.#redis.eval(proveScript, 1, sessionKey(id), userId)) === 1;
  }

  /** Whether that, or the sign-in itself, was within the last `seconds`. */
  async isProved(userId: string, id: string, seconds: number): Promise<boolean> {
    return (await this.#redis.eval(isProvedScript, 1, sessionKey(id), userId, seconds)) === 1;
  }

  /** @returns what was kept with the session, or null when it has ended */
  async factsOf(id: string): Promise<Readonly<Record<string, string>> | null> {
    const [userId, facts] = await this.#redis.hmget(sessionKey(id), 'user_id', 'facts');
    if (!userId) return null;
    return facts ? (JSON.parse(facts) as Record<string, string>) : {};
  }

  /** The user's sessions, the last seen first. Forgets the names of those that have ended by themselves. */
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

  /** Ends a session of this user. @returns whether there was one */
  async end(userId: string, id: string): Promise<boolean> {
    const ended = (await this.#redis.eval(endScript, 1, sessionKey(id), userId)) === 1;
    if (ended) this.#forget(userId, [id]);
    return ended;
  }

  /** Ends all sessions of a user, but for `except`. @returns how many there were @throws when not all could be ended */
  async endAll(userId: string, except?: string): Promise<number> {
    const names = await this.#redis.smembers(userKey(userId));
    return this.#endThese(
      userId,
      names.filter((id) => id !== except),
    );
  }

  /** Each by itself: no transaction, which a Redis without room would refuse. @returns how many there were */
  async #endThese(userId: string, ids: readonly string[]): Promise<number> {
    const ended = await Promise.all(ids.map((id) => this.#redis.del(sessionKey(id))));
    this.#forget(userId, ids);
    return ended.reduce((sum, count) => sum + count, 0);
  }

  /** Nobody waits for it: the name of a session that has ended is in nobody's way. */
  #forget(userId: string, ids: readonly string[]): void {
    if (ids.length > 0) this.#redis.srem(userKey(userId), ...ids).catch(() => undefined);
  }
}
