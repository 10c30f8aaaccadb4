import { stepUpSeconds } from '@nightshelf/contracts/step-up.ts';
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
import {
  type ListedSession,
  type SessionDetails,
  SessionStore,
  sessionIdOf,
} from '@nightshelf/platform/sessions/session-store.ts';
import type { Account } from '../users/user.ts';

const refuse = (error: unknown): never => {
  throw unavailable('auth.sessions_unavailable', 'Signing in is not possible right now. Please try again.', error);
};

/** Begins and ends the sessions of browsers. Cookies are values of the `Set-Cookie` header. */
export class BrowserSessions {
  readonly #store: SessionStore;
  readonly #cookie: BrowserCookie;

  /** @param publicOrigin where browsers reach the product; cookies are marked Secure when that is HTTPS */
  constructor(redis: Foundation<object>['redis'], publicOrigin: string) {
    this.#store = new SessionStore(redis);
    this.#cookie = sessionCookie(isSecureOrigin(publicOrigin));
  }

  /** Called before anything is stored or hashed for a sign-in. @throws CodedError 503 when no session could begin */
  async checkAvailable(): Promise<void> {
    await this.#store.checkRoom().catch(refuse);
  }

  /**
   * Begins a session; the one that the browser had before ends, so that no token outlives a sign-in.
   * @param caller who the browser was signed in as before
   * @returns the session's cookie
   */
  async begin(
    user: Pick<Account, 'id' | 'username'>,
    caller: Identity | null,
    details: SessionDetails = {},
  ): Promise<string> {
    const token = await this.#store.begin({ userId: user.id, username: user.username }, details).catch(refuse);
    if (caller) await this.#store.end(caller.userId, caller.sessionId);
    return this.#cookie.set(token, absoluteSeconds);
  }

  /** Whether there is such a session still. */
  async isThere(sessionId: string): Promise<boolean> {
    return (await this.#store.ended([sessionId])).length === 0;
  }

  /** The id of the session that a cookie of `begin`, or a `Cookie` header, is for; that of none without one. */
  idIn(cookie: string | undefined): string {
    return sessionIdOf(this.#cookie.valueIn(cookie) ?? '');
  }

  /** Begins the session that is to take the place of the caller's, with what was kept with that. @returns its cookie */
  async beginNext(caller: Identity, client: Client): Promise<string> {
    const facts = (await this.#store.factsOf(caller.sessionId)) ?? {};
    return this.begin({ id: caller.userId, username: caller.username }, null, { client, facts });
  }

  /** Notes that the caller has just proved who they are. @throws CodedError 503, 401 when the session has ended */
  async prove({ userId, sessionId }: Identity): Promise<void> {
    if (!(await this.#store.prove(userId, sessionId).catch(refuse))) throw unauthenticated();
  }

  /** Whether the caller has signed in, or proved again who they are, of late. */
  isProved({ userId, sessionId }: Identity): Promise<boolean> {
    return this.#store.isProved(userId, sessionId, stepUpSeconds);
  }

  /** @returns what was kept with the session when it began, or null when it has ended */
  factsOf(sessionId: string): Promise<Readonly<Record<string, string>> | null> {
    return this.#store.factsOf(sessionId);
  }

  /** When the session in use ends if it is not used again; null where that cannot be told now. */
  endsAt(sessionId: string): Promise<Date | null> {
    return this.#store.endsAt(sessionId).catch(() => null);
  }

  list(userId: string): Promise<ListedSession[]> {
    return this.#store.list(userId);
  }

  /** @returns whether the user had such a session */
  end({ userId, sessionId }: Pick<Identity, 'userId' | 'sessionId'>): Promise<boolean> {
    return this.#store.end(userId, sessionId);
  }

  /** @returns how many were ended */
  endAll(userId: string, except?: string): Promise<number> {
    return this.#store.endAll(userId, except);
  }

  /** Takes the session from the browser. */
  endedCookie(): string {
    return this.#cookie.end();
  }
}
