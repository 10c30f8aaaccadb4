import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { BrowserCookie, isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { UAParser } from 'my-ua-parser';

const accountsPerBrowser = 10;

const lifetimeSeconds = 365 * 24 * 60 * 60;

const part = /^[A-Za-z0-9_-]{22}$/;

/**
 * Recognizes browsers that signed in before by a device cookie (OWASP), which spares the owner the delay caused by
 * others' failed attempts. The cookie has a random browser id and one signature per account.
 */
export class KnownDevices {
  readonly #key: Buffer;
  readonly #cookie: BrowserCookie;

  constructor(secret: string, publicOrigin: string) {
    this.#key = createHmac('sha256', secret).update('device cookie').digest();
    this.#cookie = new BrowserCookie('device', isSecureOrigin(publicOrigin));
  }

  knows(cookieHeader: string | undefined, userId: string): boolean {
    const [device, ...signatures] = this.#read(cookieHeader);
    if (!device) return false;
    const expected = this.#signature(device, userId);
    return signatures.some((signature) => timingSafeEqual(Buffer.from(signature), expected));
  }

  /** @returns the `Set-Cookie` value that adds this account as the latest */
  remember(cookieHeader: string | undefined, userId: string): string {
    const [device = randomBytes(16).toString('base64url'), ...signatures] = this.#read(cookieHeader);
    const signature = this.#signature(device, userId).toString();
    const value = [device, signature, ...signatures.filter((other) => other !== signature)]
      .slice(0, accountsPerBrowser + 1)
      .join('.');
    return this.#cookie.set(value, lifetimeSeconds);
  }

  #read(cookieHeader: string | undefined): string[] {
    const parts = this.#cookie.valueIn(cookieHeader)?.split('.') ?? [];
    return parts.length <= accountsPerBrowser + 1 && parts.every((one) => part.test(one)) ? parts : [];
  }

  #signature(device: string, userId: string): Buffer {
    const mac = createHmac('sha256', this.#key).update(`${device} ${userId}`).digest();
    return Buffer.from(mac.subarray(0, 16).toString('base64url'));
  }
}

/** Returns a name such as 'Firefox on Windows' for a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const { browser, os } = new UAParser(userAgent ?? '').getResult();
  const parts = [browser.name?.replace(/^Mobile /, ''), os.name].filter(Boolean);
  return parts.join(' on ') || 'Unknown device';
}
