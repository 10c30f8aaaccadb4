import { createHash } from 'node:crypto';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import { z } from 'zod';
import type { ProviderChannel } from '../provider-channel.ts';
import { ProviderFault } from '../provider-fault.ts';
import { type ProviderResponse, parseJson } from '../proxies/route-client.ts';

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
    const form = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    });
    const request = {
      method: 'POST',
      url: `${baseUrl}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    } as const;
    const { access_token: token, expires_in: seconds } = await this.#channel.send(
      { resource: 'token', asker: null },
      request,
      readGrant,
    );
    const lifeMs = Math.max(seconds * 1000 - safetyMs, 1000);
    this.#own = { token, untilMs: Date.now() + lifeMs };
    await tryRedis(this.#redis, () => this.#redis.set(this.#key, token, 'PX', Math.floor(lifeMs)));
    return token;
  }
}

function readGrant({ status, text, retryAfterMs }: ProviderResponse): z.output<typeof granted> {
  if (status === 429) throw new ProviderFault('too-many-requests', 'Twitch limits our requests', retryAfterMs);
  if (status === 400 || status === 401 || status === 403) {
    throw new ProviderFault('key-refused', 'Twitch does not accept the configured client');
  }
  if (status !== 200) throw new ProviderFault('unavailable', `Twitch answered ${status}`);
  const parsed = granted.safeParse(parseJson(text));
  if (!parsed.success) throw new ProviderFault('malformed', 'Twitch returned an unknown format');
  return parsed.data;
}
