import { randomBytes } from 'node:crypto';
import { type Foundation, sessionIdOf } from '@nightshelf/platform';
import type { z } from 'zod';

export interface KeptForBrowserOptions<Value> {
  /** Names the cookie and the values in Redis. */
  readonly name: string;
  readonly seconds: number;
  /** Whether browsers reach the product over HTTPS. */
  readonly secure: boolean;
  readonly schema: z.ZodType<Value>;
}

const keyPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Something that is kept in Redis for a browser on its way through a few pages: the browser holds the random key in a
 * cookie, Redis only what the key hashes to.
 */
export class KeptForBrowser<Value> {
  readonly #redis: Foundation<object>['redis'];
  readonly #options: KeptForBrowserOptions<Value>;
  readonly #cookie: string;

  constructor(redis: Foundation<object>['redis'], options: KeptForBrowserOptions<Value>) {
    this.#redis = redis;
    this.#options = options;
    this.#cookie = options.secure ? `__Host-${options.name}` : options.name;
  }

  /** @returns the value of the `Set-Cookie` header that gives the browser its key */
  async keep(value: Value): Promise<string> {
    const key = randomBytes(32).toString('base64url');
    await this.#redis.set(this.#nameOf(key), JSON.stringify(value), 'EX', this.#options.seconds);
    return this.#setCookie(key, this.#options.seconds);
  }

  /** @returns what is kept for the browser with this `Cookie` header; null when nothing is, or no more */
  async find(cookies: string | undefined): Promise<Value | null> {
    const key = this.#keyIn(cookies);
    return key ? this.#read(await this.#redis.get(this.#nameOf(key))) : null;
  }

  /** What tells that it is the same browser, without being its key; empty when there is none. */
  proofOf(cookies: string | undefined): string {
    const key = this.#keyIn(cookies);
    return key ? sessionIdOf(key) : '';
  }

  /** The same, and gives it out this one time. */
  async take(cookies: string | undefined): Promise<Value | null> {
    const key = this.#keyIn(cookies);
    return key ? this.#read(await this.#redis.getdel(this.#nameOf(key))) : null;
  }

  /** @returns the value of the `Set-Cookie` header that takes the key from the browser */
  endedCookie(): string {
    return this.#setCookie('', 0);
  }

  #setCookie(value: string, seconds: number): string {
    const secure = this.#options.secure ? '; Secure' : '';
    return `${this.#cookie}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
  }

  #keyIn(cookies = ''): string | null {
    const prefix = `${this.#cookie}=`;
    const pair = cookies.split(';').find((part) => part.trimStart().startsWith(prefix));
    const key = pair?.trim().slice(prefix.length) ?? '';
    return keyPattern.test(key) ? key : null;
  }

  #nameOf(key: string): string {
    return `${this.#options.name}:${sessionIdOf(key)}`;
  }

  #read(stored: string | null): Value | null {
    if (stored === null) return null;
    const parsed = this.#options.schema.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : null;
  }
}
