import { type Identity, signIdentity } from '@nightshelf/platform/http/identity.ts';
import type { Holder } from '../src/http/exchange.ts';
import type { Policy } from '../src/runtime.ts';

/** How long a signed identity is reused: far less than its validity of 30 seconds. */
const reuseMs = 5000;

/** Signs identities for the services, at most once per session and service within a few seconds. */
export class IdentitySigner {
  readonly #secret: string;
  #signed = new Map<string, string>();
  #since = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Returns an identity header for the session or token; only the named service accepts it. */
  sign(session: Holder, service: string, now = Date.now()): string {
    // Handles clocks set forward or back: services reject signatures from another time.
    if (Math.abs(now - this.#since) > reuseMs) {
      this.#signed = new Map();
      this.#since = now;
    }
    const name = `${service} ${session.id}`;
    let header = this.#signed.get(name);
    if (!header) {
      const { id: sessionId, userId, username, scopes } = session;
      const identity: Identity = { userId, username, sessionId, ...(scopes ? { scopes } : {}) };
      header = signIdentity(identity, this.#secret, now, service);
      this.#signed.set(name, header);
    }
    return header;
  }
}

/**
 * Sends the service the user's identity, signed for that service alone. `forwarding/headers.ts` removes identity headers
 * from callers.
 */
export const identity: Policy = {
  name: 'identity',
  create: ({ settings }) => {
    const signer = new IdentitySigner(settings.IDENTITY_SECRET);
    return ({ exchange }, _, next) => {
      exchange.identity = exchange.session ? signer.sign(exchange.session, exchange.route) : null;
      next();
    };
  },
};
