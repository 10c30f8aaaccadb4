import { unauthenticated, unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import {
  absoluteSeconds,
  type BrowserCookie,
  isSecureOrigin,
  sessionCookie,
} from '@nightshelf/platform/sessions/cookie.ts';
import { type SessionDetails, SessionStore, sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import type { Account } from '../users/user.ts';

const refuse = (error: unknown): never => {
  throw unavailable('auth.sessions_unavailable', 'Signing in is not possible right now. Please try again.', error);
};

/** Begins and ends browser sessions. Cookies are values of the `Set-Cookie` header. */
export class BrowserSessions {
  readonly store: SessionStore;
  readonly #cookie: BrowserCookie;

  /** @param publicOrigin where browsers reach the product; HTTPS makes cookies Secure */
  constructor(redis: Foundation<object>['redis'], publicOrigin: string) {
    this.store = new SessionStore(redis);
    this.#cookie = sessionCookie(isSecureOrigin(publicOrigin));
  }

  /** Call this before storing or hashing for a sign-in. @throws CodedError 503 when no session can begin */
  async checkAvailable(): Promise<void> {
    await this.store.checkRoom().catch(refuse);
  }

  /**
   * Begins a session and ends the browser's previous one, so that no token outlives a sign-in.
   * @param caller the identity of the previous session
   * @returns the session's cookie
   */
  async begin(
    user: Pick<Account, 'id' | 'username'>,
    caller: Identity | null,
    details: SessionDetails = {},
  ): Promise<string> {
    const token = await this.store.begin({ userId: user.id, username: user.username }, details).catch(refuse);
    if (caller) await this.store.end(caller.userId, caller.sessionId);
    return this.#cookie.set(token, absoluteSeconds);
  }

  async isThere(sessionId: string): Promise<boolean> {
    return (await this.store.ended([sessionId])).length === 0;
  }

  /**
   * Returns the session id for a cookie of `begin` or a `Cookie` header; an id without a session when there is none.
   */
  idIn(cookie: string | undefined): string {
    return sessionIdOf(this.#cookie.valueIn(cookie) ?? '');
  }

  /** Begins a session that replaces the caller's and keeps its facts. @returns its cookie */
  async beginNext(caller: Identity, client: Client): Promise<string> {
    const facts = (await this.store.factsOf(caller.sessionId)) ?? {};
    return this.begin({ id: caller.userId, username: caller.username }, null, { client, facts });
  }

  /** Records a step-up of the caller. @throws CodedError 503, or 401 when the session has ended */
  async prove({ userId, sessionId }: Identity): Promise<void> {
    if (!(await this.store.prove(userId, sessionId).catch(refuse))) throw unauthenticated();
  }

  /** Returns the `Set-Cookie` value that deletes the session cookie. */
  endedCookie(): string {
    return this.#cookie.end();
  }
}
