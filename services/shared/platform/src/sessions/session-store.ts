import { createHash, randomBytes } from 'node:crypto';
import type { ChainableCommander } from 'ioredis';
import type { Client } from '../http/client.ts';
import type { RedisClient } from '../redis/client.ts';
import { absoluteSeconds, idleSeconds } from './cookie.ts';
import { beginScript, endAllScript, endScript, isProvedScript, proveScript, touchScript } from './scripts.ts';

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

/** Sessions that a user may have at once. */
export const mostSessions = 50;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const sessionKey = (id: string) => `session:${id}`;
const userKey = (userId: string) => `user-sessions:${userId}`;

/** @returns the name under which the session of this token is stored */
export const sessionIdOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** @throws what any of the commands was refused with: exec() itself only rejects when Redis cannot be reached */
async function resultsOf(pipeline: ChainableCommander): Promise<unknown[]> {
  return ((await pipeline.exec()) ?? []).map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}

/** Opaque sessions in Redis: auth begins and ends them, the gateway looks them up. */
export class SessionStore {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Whether a session could be begun: RedisClient may answer and yet have no room. @throws what Redis says otherwise */
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
    const limits = [mostSessions, idleSeconds, absoluteSeconds];
    const keys = [sessionKey(id), userKey(user.userId)];
    await this.#redis.eval(beginScript, keys.length, ...keys, id, ...limits, ...Object.entries(fields).flat());
    return token;
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
    if (now - Number(seen) > touchIntervalMs) this.#touch(id, Math.min(now + idleSeconds * 1000, expires), now);
    return { id, userId, username, createdAt: new Date(createdAt), lastSeenAt: new Date(Number(seen)) };
  }

  /** Which of these sessions there are no longer. @throws when Redis is away */
  async ended(ids: readonly string[]): Promise<string[]> {
    const asking = this.#redis.pipeline();
    for (const id of ids) asking.exists(sessionKey(id));
    const found = await resultsOf(asking);
    // None of them where Redis gave no answer at all.
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

  /** As well as it goes: nobody is kept waiting, or refused, because a last use cannot be written. */
  #touch(id: string, expiresAt: number, now: number): void {
    this.#redis.eval(touchScript, 1, sessionKey(id), now, expiresAt).catch(() => undefined);
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
    // No transaction: that would be refused by a Redis without room.
    const reading = this.#redis.pipeline();
    for (const id of ids) reading.hmget(sessionKey(id), 'user_id', 'username', 'created', 'seen', 'device', 'address');
    const rows = (await resultsOf(reading)) as (string | null)[][];
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
    if (ended.length > 0) await this.#redis.srem(userKey(userId), ...ended);
    return sessions.sort((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime());
  }

  /** Ends a session of this user. @returns whether there was one */
  async end(userId: string, id: string): Promise<boolean> {
    const ended = await this.#redis.eval(endScript, 2, sessionKey(id), userKey(userId), userId, id);
    return ended === 1;
  }

  /** Ends all sessions of a user, but for `except`. @returns how many there were */
  async endAll(userId: string, except?: string): Promise<number> {
    return Number(await this.#redis.eval(endAllScript, 1, userKey(userId), except ?? ''));
  }
}
