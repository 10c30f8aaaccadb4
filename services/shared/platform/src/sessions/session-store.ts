import { createHash, randomBytes } from 'node:crypto';
import type { ChainableCommander, Redis } from 'ioredis';
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

/** A session's last use is written at most this often, in milliseconds. */
const touchIntervalMs = 60_000;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const sessionKey = (id: string) => `session:${id}`;
const userKey = (userId: string) => `user-sessions:${userId}`;

/** @returns the name under which the session of this token is stored */
export const sessionIdOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** A transaction whose commands all have to succeed: exec() itself only rejects when Redis cannot be reached. */
async function allOf(transaction: ChainableCommander): Promise<void> {
  for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
}

/** Opaque sessions in Redis: auth begins and ends them, the gateway looks them up. */
export class SessionStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** @returns the token for the user's browser: 256 random bits, base64url */
  async begin(user: SessionUser, now = Date.now()): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const id = sessionIdOf(token);
    await allOf(
      this.#redis
        .multi()
        .hset(sessionKey(id), { user_id: user.userId, username: user.username, created: now, seen: now })
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
    const stored = await this.#redis.hgetall(sessionKey(id));
    const { user_id: userId, username, created, seen } = stored;
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

  async end(userId: string, id: string): Promise<void> {
    await allOf(this.#redis.multi().del(sessionKey(id)).srem(userKey(userId), id));
  }

  /** Ends all sessions of a user, but for `except`. */
  async endAll(userId: string, except?: string): Promise<void> {
    const ids = (await this.#redis.smembers(userKey(userId))).filter((id) => id !== except);
    if (ids.length === 0) return;
    await allOf(
      this.#redis
        .multi()
        .del(...ids.map(sessionKey))
        .srem(userKey(userId), ...ids),
    );
  }
}
