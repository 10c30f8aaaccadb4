import { createHash, randomBytes } from 'node:crypto';
import type { ChainableCommander, Redis } from 'ioredis';
import type { Origin } from '../http/origin.ts';
import { absoluteSeconds, idleSeconds } from './cookie.ts';

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
export interface ListedSession extends Session, Origin {}

/** What is kept with a session beside who it is. */
export interface SessionDetails {
  readonly origin?: Origin;
  /** Anything that has to be known again when the session ends, such as the OpenID provider it came from. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** A session's last use is written at most this often, in milliseconds. */
const touchIntervalMs = 60_000;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const sessionKey = (id: string) => `session:${id}`;
const userKey = (userId: string) => `user-sessions:${userId}`;

/** @returns the name under which the session of this token is stored */
export const sessionIdOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** A transaction whose commands all have to succeed: exec() itself only rejects when Redis cannot be reached. */
async function allOf(transaction: ChainableCommander): Promise<unknown[]> {
  return ((await transaction.exec()) ?? []).map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}

/** Opaque sessions in Redis: auth begins and ends them, the gateway looks them up. */
export class SessionStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** @returns the token for the user's browser: 256 random bits, base64url */
  async begin(user: SessionUser, { origin, facts }: SessionDetails = {}, now = Date.now()): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const id = sessionIdOf(token);
    await allOf(
      this.#redis
        .multi()
        .hset(sessionKey(id), {
          user_id: user.userId,
          username: user.username,
          created: now,
          seen: now,
          ...(origin?.device ? { device: origin.device } : {}),
          ...(origin?.address ? { address: origin.address } : {}),
          ...(facts ? { facts: JSON.stringify(facts) } : {}),
        })
        .expire(sessionKey(id), idleSeconds)
        .sadd(userKey(user.userId), id)
        .expire(userKey(user.userId), absoluteSeconds),
    );
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
    if (now - Number(seen) > touchIntervalMs) await this.#touch(id, Math.min(now + idleSeconds * 1000, expires), now);
    return { id, userId, username, createdAt: new Date(createdAt), lastSeenAt: new Date(Number(seen)) };
  }

  async #touch(id: string, expiresAt: number, now: number): Promise<void> {
    // Only while it exists: a touch must not bring a session back that is being ended at this moment.
    await this.#redis.eval(
      "if redis.call('exists', KEYS[1]) == 1 then redis.call('hset', KEYS[1], 'seen', ARGV[1]) redis.call('pexpireat', KEYS[1], ARGV[2]) end",
      1,
      sessionKey(id),
      now,
      expiresAt,
    );
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
    const reading = this.#redis.multi();
    for (const id of ids) reading.hmget(sessionKey(id), 'user_id', 'username', 'created', 'seen', 'device', 'address');
    const rows = (await allOf(reading)) as (string | null)[][];
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
    // In one step: another user's session of that name must never be touched.
    const ended = await this.#redis.eval(
      "if redis.call('hget', KEYS[1], 'user_id') ~= ARGV[1] then return 0 end redis.call('del', KEYS[1]) redis.call('srem', KEYS[2], ARGV[2]) return 1",
      2,
      sessionKey(id),
      userKey(userId),
      userId,
      id,
    );
    return ended === 1;
  }

  /** Ends all sessions of a user, but for `except`. @returns how many there were */
  async endAll(userId: string, except?: string): Promise<number> {
    const ids = (await this.#redis.smembers(userKey(userId))).filter((id) => id !== except);
    if (ids.length === 0) return 0;
    const [ended] = await allOf(
      this.#redis
        .multi()
        .del(...ids.map(sessionKey))
        .srem(userKey(userId), ...ids),
    );
    return Number(ended);
  }
}
