import { createHash } from 'node:crypto';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import { z } from 'zod';
import type { ProviderChannel } from './provider-channel.ts';
import { readBody } from './route-client.ts';

export interface TwitchApp {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** How long before its expiry a token is renewed. */
const safetyMs = 5 * 60_000;

/** IGDB's app access token, shared by all replicas in Redis until shortly before it expires. */
export class TwitchToken {
  readonly #app: TwitchApp;
  readonly #channel: ProviderChannel;
  readonly #redis: RedisClient;
  readonly #key: string;
  #own: { readonly token: string; readonly untilMs: number } | null = null;
  #fetching: Promise<string> | null = null;

  constructor(app: TwitchApp, channel: ProviderChannel, redis: RedisClient) {
    this.#app = app;
    this.#channel = channel;
    this.#redis = redis;
    this.#key = `catalog:twitch-token:${createHash('sha256').update(app.clientId).digest('hex').slice(0, 16)}`;
  }

  get clientId(): string {
    return this.#app.clientId;
  }

  async get(): Promise<string> {
    const shared = await tryRedis(this.#redis, () => this.#redis.get(this.#key));
    if (shared) return shared;
    if (this.#own && this.#own.untilMs > Date.now()) return this.#own.token;
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  /** Discards a refused token, unless it has been renewed since. */
  async refused(token: string): Promise<void> {
    if (this.#own?.token === token) this.#own = null;
    const shared = await tryRedis(this.#redis, () => this.#redis.get(this.#key));
    if (shared === token) await tryRedis(this.#redis, () => this.#redis.del(this.#key));
  }

  async #fetch(): Promise<string> {
    const { baseUrl, clientId, clientSecret } = this.#app;
    // In the body, since addresses end up in logs.
    const form = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    const request = {
      method: 'POST',
      url: `${baseUrl}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    } as const;
    const { access_token: token, expires_in: seconds } = await this.#channel.send(
      { resource: 'token', caller: null },
      request,
      (response) => readBody(response, granted, { from: 'Twitch', refusals: [400, 401, 403] }),
    );
    const lifeMs = Math.max(seconds * 1000 - safetyMs, 1000);
    this.#own = { token, untilMs: Date.now() + lifeMs };
    await tryRedis(this.#redis, () => this.#redis.set(this.#key, token, 'PX', Math.floor(lifeMs)));
    return token;
  }
}
