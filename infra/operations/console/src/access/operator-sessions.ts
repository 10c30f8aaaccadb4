import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BrowserCookie } from '@nightshelf/platform/sessions/cookie.ts';

export interface OperatorSession {
  /** Every call that changes something has to name it. */
  readonly csrf: string;
  readonly endsAt: number;
  seenAt: number;
  /** Told on the next page, once. */
  notice: string | null;
}

const idleMs = 30 * 60_000;
const absoluteSeconds = 12 * 60 * 60;
/** Operators at once; the one that was seen longest ago gives way. */
const mostSessions = 20;

const nameOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** In this process alone: when it ends, everybody signs in again. */
export class OperatorSessions {
  readonly #secure: boolean;
  readonly #cookie: BrowserCookie;
  readonly #sessions = new Map<string, OperatorSession>();

  /** @param secure the console is reached over HTTPS */
  constructor(secure: boolean) {
    this.#secure = secure;
    this.#cookie = new BrowserCookie('console', secure, 'strict');
  }

  /** @returns values of `Set-Cookie`: the session's, and the one that Bull Board's client names in `X-XSRF-TOKEN` */
  begin(now = Date.now()): string[] {
    const [token, csrf] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    this.#forget(now);
    this.#sessions.set(nameOf(token), { csrf, endsAt: now + absoluteSeconds * 1000, seenAt: now, notice: null });
    return [this.#cookie.set(token, absoluteSeconds), this.#forScripts(csrf, absoluteSeconds)];
  }

  find(cookieHeader: string | undefined, now = Date.now()): OperatorSession | null {
    const token = this.#cookie.valueIn(cookieHeader);
    const session = token && this.#sessions.get(nameOf(token));
    if (!session || session.endsAt <= now || session.seenAt + idleMs <= now) return null;
    session.seenAt = now;
    return session;
  }

  /** @returns values of `Set-Cookie` that take both cookies from the browser */
  end(cookieHeader: string | undefined): string[] {
    const token = this.#cookie.valueIn(cookieHeader);
    if (token) this.#sessions.delete(nameOf(token));
    return [this.#cookie.end(), this.#forScripts('', 0)];
  }

  #forget(now: number): void {
    for (const [name, { endsAt, seenAt }] of this.#sessions) {
      if (endsAt <= now || seenAt + idleMs <= now) this.#sessions.delete(name);
    }
    const oldest = [...this.#sessions].sort(([, a], [, b]) => a.seenAt - b.seenAt);
    for (const [name] of oldest.slice(0, Math.max(0, oldest.length - mostSessions + 1))) this.#sessions.delete(name);
  }

  /** By the name that axios knows, which is no other over HTTPS. */
  #forScripts(csrf: string, seconds: number): string {
    return `XSRF-TOKEN=${csrf}; Max-Age=${seconds}; Path=/; SameSite=Strict${this.#secure ? '; Secure' : ''}`;
  }
}

/** In the same time whatever differs. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
