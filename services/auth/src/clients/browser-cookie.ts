import { cookieValue, isSecureOrigin } from '@nightshelf/platform';

/** A cookie that no script can read. Over HTTPS it is Secure and, by its name's prefix, bound to this very host. */
export class BrowserCookie {
  readonly #name: string;
  readonly #secure: string;

  /** @param publicOrigin where browsers reach the product */
  constructor(name: string, publicOrigin: string) {
    const secure = isSecureOrigin(publicOrigin);
    this.#name = secure ? `__Host-${name}` : name;
    this.#secure = secure ? '; Secure' : '';
  }

  /** @returns its value in a `Cookie` header, or null */
  valueIn(cookieHeader: string | undefined): string | null {
    return cookieValue(cookieHeader, this.#name);
  }

  /** @returns the value of a `Set-Cookie` header; 0 seconds take the cookie from the browser */
  set(value: string, seconds: number): string {
    return `${this.#name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${this.#secure}`;
  }
}
