import { randomBytes } from 'node:crypto';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { BrowserCookie, isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import type { z } from 'zod';
import type { AuthParts } from '../parts.ts';

const keyPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Short-lived state of a browser across a few pages. A cookie holds a random key; Redis holds the value under the key's
 * hash.
 */
export class BrowserState<Value> {
  readonly #redis: Foundation<object>['redis'];
  readonly #name: string;
  readonly #seconds: number;
  readonly #schema: z.ZodType<Value>;
  readonly #cookie: BrowserCookie;

  /** @param name prefix of the cookie and of the Redis keys */
  constructor(
    { redis, settings }: Pick<AuthParts, 'redis' | 'settings'>,
    name: string,
    seconds: number,
    schema: z.ZodType<Value>,
  ) {
    this.#redis = redis;
    this.#name = name;
    this.#seconds = seconds;
    this.#schema = schema;
    this.#cookie = new BrowserCookie(name, isSecureOrigin(settings.PUBLIC_ORIGIN));
  }

  /** @returns the `Set-Cookie` value with the browser's key */
  async keep(value: Value): Promise<string> {
    const key = randomBytes(32).toString('base64url');
    await this.#redis.set(this.#nameOf(key), JSON.stringify(value), 'EX', this.#seconds);
    return this.#cookie.set(key, this.#seconds);
  }

  /** @returns the browser's stored value; null when missing or expired */
  async find(cookies: string | undefined): Promise<Value | null> {
    const key = this.#keyIn(cookies);
    return key ? this.#parse(await this.#redis.get(this.#nameOf(key))) : null;
  }

  /** Returns the value and removes it. */
  async take(cookies: string | undefined): Promise<Value | null> {
    const key = this.#keyIn(cookies);
    return key ? this.#parse(await this.#redis.getdel(this.#nameOf(key))) : null;
  }

  /** @returns the key's hash, which identifies the browser; empty without a key */
  proofOf(cookies: string | undefined): string {
    const key = this.#keyIn(cookies);
    return key ? sessionIdOf(key) : '';
  }

  /** @returns the `Set-Cookie` value that deletes the key */
  endedCookie(): string {
    return this.#cookie.end();
  }

  #keyIn(cookies: string | undefined): string | null {
    const key = this.#cookie.valueIn(cookies);
    return key && keyPattern.test(key) ? key : null;
  }

  #nameOf(key: string): string {
    return `${this.#name}:${sessionIdOf(key)}`;
  }

  #parse(stored: string | null): Value | null {
    if (stored === null) return null;
    const parsed = this.#schema.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : null;
  }
}
