import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { type SteamAccount, steamAccountOf } from '@nightshelf/contracts/steam.ts';
import { conflict, notFound, unavailableOutside } from '@nightshelf/platform/errors/coded-error.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import { z } from 'zod';
import type { CatalogSettings } from '../config.ts';
import type { KnownGames } from '../games/known-games.ts';
import { type Caller, callerOf, ProviderFault } from '../providers/game-provider.ts';
import { type ProviderChannel, type ProviderMetrics, providerChannel } from '../providers/provider-channel.ts';
import { steamLimits, times } from '../providers/request-limiter.ts';
import { direct, readBody } from '../providers/route-client.ts';

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

const ownedGame = z
  .object({
    appid: z.number().int().positive(),
    name: z.string().default(''),
    /** Total playing time, in minutes. */
    playtime_forever: z.number().int().nonnegative().catch(0),
  })
  .transform(({ appid, name, playtime_forever: minutes }) => ({ app_id: appid, name, minutes }));

type SteamGame = z.output<typeof ownedGame>;

/** Steam's Web API, for public accounts. */
function steamWeb(baseUrl: string, key: string, channel: ProviderChannel) {
  const ask = <Body>(
    method: string,
    query: Readonly<Record<string, string>>,
    schema: z.ZodType<Body>,
    caller: Caller,
  ) => {
    const url = `${baseUrl}/${method}/v1/?${new URLSearchParams({ key, ...query })}`;
    const request = { method: 'GET', url, headers: {} } as const;
    return channel.send({ resource: method, caller }, request, (response) => readBody(response, schema, wording));
  };
  return {
    /** Returns the account's id; null when the name is unknown. Throws ProviderFault. */
    async find(account: SteamAccount, caller: Caller): Promise<string | null> {
      if ('id' in account) return account.id;
      const { response } = await ask('ISteamUser/ResolveVanityURL', { vanityurl: account.name }, resolved, caller);
      return response.success === 1 ? (response.steamid ?? null) : null;
    },
    /** Returns null for a private or unknown account, which Steam does not distinguish. Throws ProviderFault. */
    async gamesOf(id: string, caller: Caller): Promise<SteamGame[] | null> {
      const wanted = { steamid: id, include_appinfo: '1', include_played_free_games: '1', format: 'json' };
      const { response } = await ask('IPlayerService/GetOwnedGames', wanted, owned, caller);
      if (response.game_count === undefined && response.games === undefined) return null;
      return (response.games ?? []).flatMap((game) => ownedGame.safeParse(game).data ?? []);
    },
  };
}

/** Error messages name Steam, since the user who imports an account sees them. */
const wording = { from: 'Steam', key: "this server's key" };

interface SteamParts {
  /** Null without a key. */
  readonly steam: ReturnType<typeof steamWeb> | null;
  readonly known: KnownGames;
}

/**
 * Returns the games of a Steam account, with guids where the provider knows Steam's ids. Does not throw when the game
 * provider fails.
 * @param text as the user typed it
 * @throws CodedError 404 for an unknown account, 409 for a private one, 503 without a key and when Steam fails
 */
async function listSteamGames({ steam, known }: SteamParts, text: string, caller: Caller) {
  const meant = steamAccountOf(text);
  if (!steam) throw unavailableOutside('catalog.steam_not_configured', notConfigured);
  try {
    const account = meant && (await steam.find(meant, caller));
    if (!account) throw notFound('catalog.steam_account_not_found', 'Steam has no account with this name.');
    const games = await steam.gamesOf(account, caller);
    if (!games) throw conflict('catalog.steam_private', privateAccount);
    const { guids, later } = await identitiesOf(known, games, caller);
    return { account, games: games.map((game) => ({ ...game, guid: guids.get(game.app_id) ?? null })), later };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    throw unavailableOutside('catalog.steam_failed', `${sentence(fault.message)} Please try again later.`, fault);
  }
}

const privateAccount =
  'The games of this account are private. Set "Game details" to public in its Steam privacy settings and try again.';

const notConfigured = 'Steam is not set up on this server. Import a file instead.';

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** Games per request to the provider. */
const atOnce = 500;

async function identitiesOf(known: KnownGames, games: readonly SteamGame[], caller: Caller) {
  const guids = new Map<number, string>();
  const ids = [...new Set(games.map(({ app_id }) => app_id))];
  try {
    for (let from = 0; from < ids.length; from += atOnce) {
      const found = await known.ofSteam(ids.slice(from, from + atOnce), caller);
      for (const [id, guid] of found) guids.set(id, guid);
    }
    return { guids, later: false };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    return { guids, later: true };
  }
}

interface Given extends Pick<Foundation<CatalogSettings>, 'settings' | 'redis' | 'logger'> {
  readonly known: KnownGames;
  readonly metrics: ProviderMetrics;
}

/** Imports Steam accounts. Ignores PROVIDER_ROUTES, which were not chosen for Steam's key. */
export function composeSteam({ settings, redis, logger, known, metrics }: Given): ServicePart {
  const limits = times(settings.PROVIDER_LIMIT_FACTOR, steamLimits);
  const channel = providerChannel({ provider: 'steam', limits, routes: [direct], redis, logger, metrics });
  const { STEAM_API_KEY: key, STEAM_BASE_URL: baseUrl } = settings;
  const steam = key ? steamWeb(baseUrl, key, channel) : null;
  return {
    routes: (app) =>
      route(app, catalogCalls.listSteamGames, async ({ query, identity, request }) => ({
        success: true,
        message: 'Games of the account.',
        ...(await listSteamGames({ steam, known }, query.account, callerOf({ identity, request }))),
      })),
    close: () => channel.close(),
  };
}
