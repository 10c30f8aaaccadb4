import { parseCookie, stringifySetCookie } from 'cookie';

export { sessionIdleSeconds as idleSeconds } from '@nightshelf/contracts/step-up.ts';

/** Seconds after which a session ends even if it is used. */
export const absoluteSeconds = 60 * 24 * 60 * 60;

/** Returns whether cookies must be Secure: the product is reached over HTTPS. */
export const isSecureOrigin = (publicOrigin: string) => publicOrigin.startsWith('https:');

/**
 * A cookie that scripts cannot read. Over HTTPS it is Secure and, by its name's prefix, bound to this host. Over plain
 * HTTP it can be neither, because browsers reject a Secure cookie (Safari also on localhost) and any `__Host-` cookie
 * that is not Secure; plain HTTP beyond one machine gives no privacy.
 */
export class BrowserCookie {
  readonly name: string;
  readonly #secure: boolean;
  readonly #sameSite: 'lax' | 'strict';

  /** @param secure browsers accept the prefix over HTTPS only */
  constructor(name: string, secure: boolean, sameSite: 'lax' | 'strict' = 'lax') {
    this.name = secure ? `__Host-${name}` : name;
    this.#secure = secure;
    this.#sameSite = sameSite;
  }

  /** @returns its value in a `Cookie` header, or null */
  valueIn(cookieHeader: string | undefined): string | null {
    return parseCookie(cookieHeader ?? '')[this.name] || null;
  }

  /** @returns the value of a `Set-Cookie` header */
  set(value: string, seconds: number): string {
    const { name } = this;
    return stringifySetCookie({
      name,
      value,
      maxAge: seconds,
      path: '/',
      httpOnly: true,
      secure: this.#secure,
      sameSite: this.#sameSite,
    });
  }

  /** @returns the value of a `Set-Cookie` header that deletes the cookie */
  end(): string {
    return this.set('', 0);
  }
}

export const sessionCookie = (secure: boolean) => new BrowserCookie('session', secure);

export const sessionCookieName = (secure: boolean) => sessionCookie(secure).name;

/** @returns the session token in a `Cookie` header, or null */
export const sessionTokenIn = (cookieHeader: string | undefined, secure: boolean) =>
  sessionCookie(secure).valueIn(cookieHeader);
