import { randomBytes } from 'node:crypto';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { BrowserCookie, isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import type { z } from 'zod';

export interface BrowserStateOptions<Value> {
  /** Prefix of the cookie and of the Redis keys. */
  readonly name: string;
  readonly seconds: number;
  readonly publicOrigin: string;
  readonly schema: z.ZodType<Value>;
}

const keyPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Short-lived state of a browser across a few pages. A cookie holds a random key; Redis holds the value under the key's
 * hash.
 */
export class BrowserState<Value> {
  readonly #redis: Foundation<object>['redis'];
  readonly #options: BrowserStateOptions<Value>;
  readonly #cookie: BrowserCookie;

  constructor(redis: Foundation<object>['redis'], options: BrowserStateOptions<Value>) {
    this.#redis = redis;
    this.#options = options;
    this.#cookie = new BrowserCookie(options.name, isSecureOrigin(options.publicOrigin));
  }

  /** @returns the `Set-Cookie` value with the browser's key */
  async keep(value: Value): Promise<string> {
    const key = randomBytes(32).toString('base64url');
    await this.#redis.set(this.#nameOf(key), JSON.stringify(value), 'EX', this.#options.seconds);
    return this.#cookie.set(key, this.#options.seconds);
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
    return `${this.#options.name}:${sessionIdOf(key)}`;
  }

  #parse(stored: string | null): Value | null {
    if (stored === null) return null;
    const parsed = this.#options.schema.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : null;
  }
}
