import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { BrowserCookie, isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';

/** The latest accounts that one browser is remembered for. */
const accountsPerBrowser = 10;

const lifetimeSeconds = 365 * 24 * 60 * 60;

const part = /^[A-Za-z0-9_-]{22}$/;

/**
 * Recognises browsers that have signed in to an account before, by a device cookie (OWASP): a random id of the browser
 * and a signature for each account. It signs nobody in; it only spares the owner the delay that strangers who guess
 * at the account cause.
 */
export class KnownDevices {
  readonly #key: Buffer;
  readonly #cookie: BrowserCookie;

  constructor(secret: string, publicOrigin: string) {
    this.#key = createHmac('sha256', secret).update('device cookie').digest();
    this.#cookie = new BrowserCookie('device', isSecureOrigin(publicOrigin));
  }

  knows(cookieHeader: string | undefined, userId: string): boolean {
    const [device, ...marks] = this.#read(cookieHeader);
    if (!device) return false;
    const expected = this.#mark(device, userId);
    return marks.some((mark) => timingSafeEqual(Buffer.from(mark), expected));
  }

  /** @returns the value of the `Set-Cookie` header that also remembers this account, the latest first */
  remember(cookieHeader: string | undefined, userId: string): string {
    const [device = randomBytes(16).toString('base64url'), ...marks] = this.#read(cookieHeader);
    const mark = this.#mark(device, userId).toString();
    const value = [device, mark, ...marks.filter((other) => other !== mark)].slice(0, accountsPerBrowser + 1).join('.');
    return this.#cookie.set(value, lifetimeSeconds);
  }

  #read(cookieHeader: string | undefined): string[] {
    const parts = this.#cookie.valueIn(cookieHeader)?.split('.') ?? [];
    return parts.length <= accountsPerBrowser + 1 && parts.every((one) => part.test(one)) ? parts : [];
  }

  #mark(device: string, userId: string): Buffer {
    const mac = createHmac('sha256', this.#key).update(`${device} ${userId}`).digest();
    return Buffer.from(mac.subarray(0, 16).toString('base64url'));
  }
}
