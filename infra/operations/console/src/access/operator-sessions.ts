import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BrowserCookie } from '@nightshelf/platform/sessions/cookie.ts';

export interface OperatorSession {
  /** Every request that changes something must carry this token. */
  readonly csrf: string;
  readonly endsAt: number;
  seenAt: number;
  /** Shown once, on the next page. */
  notice: string | null;
}

const idleMs = 30 * 60_000;
const absoluteSeconds = 12 * 60 * 60;
/** Maximum number of sessions; a new one replaces the session that was idle longest. */
const mostSessions = 20;

const nameOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Kept in this process only: a restart signs all operators out. */
export class OperatorSessions {
  readonly #secure: boolean;
  readonly #cookie: BrowserCookie;
  readonly #sessions = new Map<string, OperatorSession>();

  /** @param secure whether the console is reached over HTTPS */
  constructor(secure: boolean) {
    this.#secure = secure;
    this.#cookie = new BrowserCookie('console', secure, 'strict');
  }

  /** @returns `Set-Cookie` values: the session's, and the token that Bull Board's client sends as `X-XSRF-TOKEN` */
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

  /** @returns `Set-Cookie` values that delete both cookies */
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

  /** Uses the cookie name that axios expects, which has no prefix over HTTPS. */
  #forScripts(csrf: string, seconds: number): string {
    return `XSRF-TOKEN=${csrf}; Max-Age=${seconds}; Path=/; SameSite=Strict${this.#secure ? '; Secure' : ''}`;
  }
}

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
