import {
  endedSessionCookie,
  type Foundation,
  type Identity,
  isSecureOrigin,
  type ListedSession,
  type Origin,
  type SessionDetails,
  SessionStore,
  sessionCookie,
  unavailable,
} from '@nightshelf/platform';
import type { Account } from '../users/user.ts';

const refuse = (fault: unknown): never => {
  throw unavailable('auth.sessions_unavailable', 'Signing in is not possible right now. Please try again.', fault);
};

/** Begins and ends the sessions of browsers. Cookies are values of the `Set-Cookie` header. */
export class BrowserSessions {
  readonly #store: SessionStore;
  readonly #secure: boolean;

  /** @param publicOrigin where browsers reach the product; cookies are marked Secure when that is HTTPS */
  constructor(redis: Foundation<object>['redis'], publicOrigin: string) {
    this.#store = new SessionStore(redis);
    this.#secure = isSecureOrigin(publicOrigin);
  }

  /** Asked before anything is stored or hashed for a user who could not be signed in then. @throws CodedError 503 */
  async checkAvailable(): Promise<void> {
    await this.#store.checkRoom().catch(refuse);
  }

  /**
   * Signs in with a new session; the one that the browser has presented ends, so that no token outlives a sign-in.
   * @param presented who the browser was before
   * @returns the session's cookie
   */
  async begin(
    user: Pick<Account, 'id' | 'username'>,
    presented: Identity | null,
    details: SessionDetails = {},
  ): Promise<string> {
    const token = await this.#store.begin({ userId: user.id, username: user.username }, details).catch(refuse);
    if (presented) await this.#store.end(presented.userId, presented.sessionId);
    return sessionCookie(token, this.#secure);
  }

  /** Ends all other sessions of the user and gives this one a new token. @returns its cookie */
  async renewAlone(presented: Identity, origin: Origin): Promise<string> {
    const facts = (await this.#store.factsOf(presented.sessionId)) ?? {};
    await this.#store.endAll(presented.userId, presented.sessionId);
    return this.begin({ id: presented.userId, username: presented.username }, presented, { origin, facts });
  }

  /** @returns what was kept with the session when it began, or null when it has ended */
  factsOf(sessionId: string): Promise<Readonly<Record<string, string>> | null> {
    return this.#store.factsOf(sessionId);
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
    return endedSessionCookie(this.#secure);
  }
}
