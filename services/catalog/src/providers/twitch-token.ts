import { createHash } from 'node:crypto';
import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import { z } from 'zod';
import type { ProviderChannel } from './provider-channel.ts';
import { readBody } from './route-client.ts';

interface TwitchApp {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** How long before its expiry a token is renewed. */
const safetyMs = 5 * 60_000;

export interface TwitchToken {
  readonly clientId: string;
  get(): Promise<string>;
  /** Discards a refused token, unless it has been renewed since. */
  refused(token: string): Promise<void>;
}

/** IGDB's app access token, shared by all replicas in Redis until shortly before it expires. */
export function twitchToken(app: TwitchApp, channel: ProviderChannel, redis: RedisClient): TwitchToken {
  const { baseUrl, clientId, clientSecret } = app;
  const key = `catalog:twitch-token:${createHash('sha256').update(clientId).digest('hex').slice(0, 16)}`;
  let own: { readonly token: string; readonly untilMs: number } | null = null;
  let fetching: Promise<string> | null = null;

  const shared = () => tryRedis(redis, () => redis.get(key));

  async function fetchToken(): Promise<string> {
    // In the body, since addresses end up in logs.
    const form = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    const request = {
      method: 'POST',
      url: `${baseUrl}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    } as const;
    const { access_token: token, expires_in: seconds } = await channel.send(
      { resource: 'token', caller: null },
      request,
      (response) => readBody(response, granted, { from: 'Twitch', refusals: [400, 401, 403] }),
    );
    const lifeMs = Math.max(seconds * 1000 - safetyMs, 1000);
    own = { token, untilMs: Date.now() + lifeMs };
    await tryRedis(redis, () => redis.set(key, token, 'PX', Math.floor(lifeMs)));
    return token;
  }

  return {
    clientId,
    async get() {
      const token = await shared();
      if (token) return token;
      if (own && own.untilMs > Date.now()) return own.token;
      fetching ??= fetchToken().finally(() => {
        fetching = null;
      });
      return fetching;
    },
    async refused(token) {
      if (own?.token === token) own = null;
      if ((await shared()) === token) await tryRedis(redis, () => redis.del(key));
    },
  };
}
