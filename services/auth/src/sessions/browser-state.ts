import { randomBytes } from 'node:crypto';
import { BrowserCookie, isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import type { z } from 'zod';
import type { AuthParts } from '../parts.ts';

type Parts = Pick<AuthParts, 'redis' | 'settings'>;

const keyPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Defines short-lived state of a browser across a few pages. A cookie holds a random key; Redis holds the value under
 * the key's hash.
 * @param name prefix of the cookie and of the Redis keys
 */
export function browserState<Value>(name: string, seconds: number, schema: z.ZodType<Value>) {
  const cookieOf = ({ settings }: Parts) => new BrowserCookie(name, isSecureOrigin(settings.PUBLIC_ORIGIN));

  /** @returns the key's hash, which identifies the browser; empty without a key */
  const proofOf = (parts: Parts, cookies: string | undefined): string => {
    const key = cookieOf(parts).valueIn(cookies);
    return key && keyPattern.test(key) ? sessionIdOf(key) : '';
  };

  const read = async (parts: Parts, cookies: string | undefined, command: 'get' | 'getdel'): Promise<Value | null> => {
    const proof = proofOf(parts, cookies);
    const stored = proof ? await parts.redis[command](`${name}:${proof}`) : null;
    return stored === null ? null : (schema.safeParse(JSON.parse(stored)).data ?? null);
  };

  return {
    proofOf,

    /** @returns the `Set-Cookie` value with the browser's key */
    keep: async (parts: Parts, value: Value): Promise<string> => {
      const key = randomBytes(32).toString('base64url');
      await parts.redis.set(`${name}:${sessionIdOf(key)}`, JSON.stringify(value), 'EX', seconds);
      return cookieOf(parts).set(key, seconds);
    },

    /** @returns the browser's stored value; null when missing or expired */
    find: (parts: Parts, cookies: string | undefined) => read(parts, cookies, 'get'),

    /** Returns the value and removes it. */
    take: (parts: Parts, cookies: string | undefined) => read(parts, cookies, 'getdel'),

    /** @returns the `Set-Cookie` value that deletes the key */
    endedCookie: (parts: Parts) => cookieOf(parts).end(),
  };
}
