import {
  checkRedis,
  endedSessionCookie,
  type Foundation,
  type Identity,
  isSecureOrigin,
  SessionStore,
  sessionCookie,
  unavailable,
} from '@nightshelf/platform';
import type { Account } from '../users/user.ts';

/** Begins and ends the sessions of browsers. Answers are values of the `Set-Cookie` header. */
export class BrowserSessions {
  readonly #redis: Foundation<object>['redis'];
  readonly #store: SessionStore;
  readonly #secure: boolean;

  /** @param publicOrigin where browsers reach the product; cookies are marked Secure when that is HTTPS */
  constructor(redis: Foundation<object>['redis'], publicOrigin: string) {
    this.#redis = redis;
    this.#store = new SessionStore(redis);
    this.#secure = isSecureOrigin(publicOrigin);
  }

  /** Asked before anything is stored or hashed for a user who could not be signed in then. @throws CodedError 503 */
  async checkAvailable(): Promise<void> {
    const fault = await checkRedis(this.#redis).catch((error: unknown) => error);
    if (fault !== null) {
      throw unavailable('auth.sessions_unavailable', 'Signing in is not possible right now. Please try again.', fault);
    }
  }

  /**
   * Signs in with a new session; the one that the browser has presented ends, so that no token outlives a sign-in.
   * @param presented who the browser was before
   */
  async begin(user: Pick<Account, 'id' | 'username'>, presented: Identity | null): Promise<string> {
    const token = await this.#store.begin({ userId: user.id, username: user.username });
    if (presented) await this.#store.end(presented.userId, presented.sessionId);
    return sessionCookie(token, this.#secure);
  }

  async end(presented: Identity): Promise<void> {
    await this.#store.end(presented.userId, presented.sessionId);
  }

  /** Takes the session from the browser. */
  endedCookie(): string {
    return endedSessionCookie(this.#secure);
  }
}
