import { randomBytes } from 'node:crypto';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { BrowserCookie, isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import type { z } from 'zod';

export interface BrowserStateOptions<Value> {
  /** Names the cookie and the values in Redis. */
  readonly name: string;
  readonly seconds: number;
  /** Where browsers reach the product. */
  readonly publicOrigin: string;
  readonly schema: z.ZodType<Value>;
}

const keyPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * What the service remembers of a browser while it goes through a few pages. A cookie holds a random key; Redis holds
 * the value under the key's hash.
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

  /** @returns the value of the `Set-Cookie` header that gives the browser its key */
  async keep(value: Value): Promise<string> {
    const key = randomBytes(32).toString('base64url');
    await this.#redis.set(this.#nameOf(key), JSON.stringify(value), 'EX', this.#options.seconds);
    return this.#cookie.set(key, this.#options.seconds);
  }

  /** @returns what is kept for the browser with this `Cookie` header; null when there is nothing, or it has expired */
  async find(cookies: string | undefined): Promise<Value | null> {
    const key = this.#keyIn(cookies);
    return key ? this.#parse(await this.#redis.get(this.#nameOf(key))) : null;
  }

  /** Finds it and removes it. */
  async take(cookies: string | undefined): Promise<Value | null> {
    const key = this.#keyIn(cookies);
    return key ? this.#parse(await this.#redis.getdel(this.#nameOf(key))) : null;
  }

  /** @returns the key's hash, which tells the same browser from others; empty when there is no key */
  proofOf(cookies: string | undefined): string {
    const key = this.#keyIn(cookies);
    return key ? sessionIdOf(key) : '';
  }

  /** @returns the value of the `Set-Cookie` header that takes the key from the browser */
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
