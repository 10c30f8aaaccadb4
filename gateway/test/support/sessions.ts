import { randomUUID } from 'node:crypto';
import { sessionCookieName } from '@nightshelf/platform/sessions/cookie.ts';
import { SessionStore, sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { Redis } from 'ioredis';

export interface SignedIn {
  readonly userId: string;
  readonly username: string;
  readonly sessionId: string;
  readonly headers: { readonly cookie: string };
}

/** What auth does to sessions, on the gateway's Redis. */
export class Sessions {
  readonly #redis: Redis;
  readonly #store: SessionStore;

  constructor(url: string) {
    this.#redis = new Redis(url);
    this.#store = new SessionStore(this.#redis);
  }

  async signIn(username = 'ada'): Promise<SignedIn> {
    const userId = randomUUID();
    const token = await this.#store.begin({ userId, username });
    return {
      userId,
      username,
      sessionId: sessionIdOf(token),
      headers: { cookie: `${sessionCookieName(false)}=${token}` },
    };
  }

  end({ userId, sessionId }: SignedIn): Promise<boolean> {
    return this.#store.end(userId, sessionId);
  }

  close(): void {
    this.#redis.disconnect();
  }
}
