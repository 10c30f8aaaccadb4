import { type Identity, signIdentity } from '@nightshelf/platform/http/identity.ts';
import type { Holder } from '../http/exchange.ts';

/** How long a signed identity is reused, in milliseconds: far less than the 30 seconds for which it is valid. */
const reuseMs = 5000;

/** Signs identities for the services, each session's for each service at most once in a few seconds. */
export class IdentitySigner {
  readonly #secret: string;
  #signed = new Map<string, string>();
  #since = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** @returns the value of the identity header by which this service alone knows whoever holds this session, or this token */
  sign(session: Holder, service: string, now = Date.now()): string {
    // Whichever way the clock was set: services refuse what was signed at another hour.
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
