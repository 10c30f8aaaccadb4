import { randomUUID } from 'node:crypto';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { openRedis } from '@nightshelf/platform/redis/connect.ts';
import { sessionCookieName } from '@nightshelf/platform/sessions/cookie.ts';
import { SessionStore, sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';

export interface SignedIn {
  readonly userId: string;
  readonly username: string;
  readonly sessionId: string;
  readonly headers: { readonly cookie: string };
}

/** Does auth's work on sessions, in the gateway's Redis. */
export class Sessions {
  readonly #redis: RedisClient;
  readonly #store: SessionStore;
  /** Called after the tests at the latest. */
  readonly close = closeAfterTests(async () => this.#redis.disconnect());

  constructor(url: string) {
    this.#redis = openRedis(url, {});
    this.#redis.on('error', () => undefined);
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
}
