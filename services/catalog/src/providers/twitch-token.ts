import { z } from 'zod';
import type { ProviderChannel } from './provider-channel.ts';
import { readBody } from './route-client.ts';

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** How long before its expiry a token is renewed. */
const safetyMs = 5 * 60_000;

type TwitchApp = Readonly<Record<'baseUrl' | 'clientId' | 'clientSecret', string>>;

export type TwitchToken = ReturnType<typeof twitchToken>;

/** IGDB's app access token, kept until shortly before it expires. */
export function twitchToken({ baseUrl, clientId, clientSecret }: TwitchApp, channel: ProviderChannel) {
  let known: { readonly token: string; readonly untilMs: number } | null = null;
  let fetching: Promise<string> | null = null;

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
    known = { token, untilMs: Date.now() + Math.max(seconds * 1000 - safetyMs, 1000) };
    return token;
  }

  return {
    clientId,
    async get(): Promise<string> {
      if (known && known.untilMs > Date.now()) return known.token;
      fetching ??= fetchToken().finally(() => {
        fetching = null;
      });
      return fetching;
    },
    /** Discards a refused token, unless it has been renewed since. */
    refused(token: string): void {
      if (known?.token === token) known = null;
    },
  };
}
