import type { SteamAccount } from '@nightshelf/contracts/steam-account.ts';
import { z } from 'zod';
import type { Asker } from '../providers/limits/asker.ts';
import type { ProviderChannel } from '../providers/provider-channel.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { type ProviderResponse, parseJson } from '../providers/proxies/route-client.ts';

export interface SteamGame {
  readonly app_id: number;
  readonly name: string;
  /** Total playing time, in minutes. */
  readonly minutes: number;
}

const resolved = z.object({
  response: z.object({
    success: z.number(),
    steamid: z
      .string()
      .regex(/^\d{17}$/)
      .optional(),
  }),
});

const owned = z.object({
  response: z.object({ game_count: z.number().optional(), games: z.array(z.unknown()).optional() }),
});

const ownedGame = z.object({
  appid: z.number().int().positive(),
  name: z.string().optional(),
  playtime_forever: z.number().int().nonnegative().catch(0),
});

/** Steam's Web API, for public accounts. */
export class SteamWeb {
  readonly #baseUrl: string;
  readonly #key: string;
  readonly #channel: ProviderChannel;

  constructor(baseUrl: string, key: string, channel: ProviderChannel) {
    this.#baseUrl = baseUrl;
    this.#key = key;
    this.#channel = channel;
  }

  /** Returns the account's id; null when the name is unknown. Throws ProviderFault. */
  async find(account: SteamAccount, asker: Asker): Promise<string | null> {
    if ('id' in account) return account.id;
    const { response } = await this.#ask('ISteamUser/ResolveVanityURL', { vanityurl: account.name }, resolved, asker);
    return response.success === 1 ? (response.steamid ?? null) : null;
  }

  /** Returns null for a private or unknown account, which Steam does not distinguish. Throws ProviderFault. */
  async gamesOf(id: string, asker: Asker): Promise<SteamGame[] | null> {
    const wanted = { steamid: id, include_appinfo: '1', include_played_free_games: '1', format: 'json' };
    const { response } = await this.#ask('IPlayerService/GetOwnedGames', wanted, owned, asker);
    if (response.game_count === undefined && response.games === undefined) return null;
    return (response.games ?? []).flatMap((game) => {
      const read = ownedGame.safeParse(game).data;
      return read ? [{ app_id: read.appid, name: read.name ?? '', minutes: read.playtime_forever }] : [];
    });
  }

  #ask<Body>(method: string, query: Readonly<Record<string, string>>, schema: z.ZodType<Body>, asker: Asker) {
    const url = `${this.#baseUrl}/${method}/v1/?${new URLSearchParams({ key: this.#key, ...query })}`;
    const request = { method: 'GET', url, headers: {} } as const;
    return this.#channel.send({ resource: method, asker }, request, (answer) => read(answer, schema));
  }
}

/** Error messages name Steam, since the user who imports an account sees them. */
function read<Body>({ status, text, retryAfterMs }: ProviderResponse, schema: z.ZodType<Body>): Body {
  if (status === 429) throw new ProviderFault('too-many-requests', 'Steam limits our requests', retryAfterMs);
  if (status === 401 || status === 403)
    throw new ProviderFault('key-refused', "Steam does not accept this server's key");
  if (status !== 200) throw new ProviderFault('unavailable', `Steam answered ${status}`);
  const body = schema.safeParse(parseJson(text));
  if (!body.success) throw new ProviderFault('malformed', 'Steam returned an unknown format');
  return body.data;
}
