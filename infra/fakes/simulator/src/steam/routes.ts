import type { FastifyInstance } from 'fastify';
import type { CallLog } from '../calls/call-log.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { type Game, steamIdOf } from '../catalogue/game.ts';
import type { FailureSwitch } from '../failures/failure-switch.ts';
import { misbehave, type Refusal, type Refusals, send } from '../failures/misbehave.ts';
import { hash } from '../images/random.ts';
import type { Credentials } from '../settings.ts';

/** Marks private games: Steam's response does not reveal whether the account exists. */
const hidden = Symbol('hidden');

interface Account {
  readonly id: string;
  /** The name in the profile's address. */
  readonly name: string;
  readonly games: readonly Game[] | typeof hidden;
}

const sold = catalogue.filter(({ platforms }) => platforms.includes('PC'));

/** `nightshelf` has forty games, `collector` all released games, `newcomer` none, and `recluse` hides them. */
const accounts: readonly Account[] = [
  { id: '76561198000000001', name: 'nightshelf', games: sold.slice(0, 40) },
  { id: '76561198000000002', name: 'recluse', games: hidden },
  { id: '76561198000000003', name: 'newcomer', games: [] },
  { id: '76561198000000004', name: 'collector', games: sold },
];

const accountNamed = (name: string) => accounts.find((account) => account.name === name.toLowerCase());

const gamesOf = (id: string) => accounts.find((account) => account.id === id)?.games ?? hidden;

/** Formats an owned game for Steam, with playtime in minutes; every third game was never started. */
function presentOwned(game: Game, withNames: boolean): object {
  const minutes = hash(game.name) % 3 === 0 ? 0 : hash(`${game.name} played`) % 6000;
  return {
    appid: steamIdOf(game),
    ...(withNames
      ? {
          name: `${game.name}™`,
          img_icon_url: hash(game.name).toString(16).padStart(40, '0'),
          has_community_visible_stats: true,
        }
      : {}),
    playtime_forever: minutes,
    playtime_windows_forever: minutes,
    playtime_mac_forever: 0,
    playtime_linux_forever: 0,
    playtime_deck_forever: 0,
    rtime_last_played: minutes === 0 ? 0 : 1_600_000_000 + (hash(game.name) % 100_000_000),
    playtime_disconnected: 0,
  };
}

interface Options {
  readonly calls: CallLog;
  readonly failures: FailureSwitch;
  readonly credentials: Credentials;
}

/** Steam sends errors as HTML pages, not as JSON. */
const page = (status: number, title: string, text: string): Refusal => ({
  status,
  body: `<html><head><title>${title}</title></head><body><h1>${title}</h1>${text}</body></html>`,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
});

const wrongKey = 'Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.';
const unauthorized = page(401, 'Unauthorized', wrongKey);
const forbidden = page(403, 'Forbidden', wrongKey);
const badRequest = (parameter: string) =>
  page(400, 'Bad Request', `Please verify that all required parameters are being sent: '${parameter}'`);
const tooMany = page(429, 'Too Many Requests', '');

const refusals: Refusals = {
  unauthorized,
  'not-found': page(404, 'Not Found', ''),
  'enhance-calm': tooMany,
  'too-many': tooMany,
  quota: tooMany,
  'server-error': page(500, 'Internal Server Error', ''),
};

type Query = Readonly<Record<string, string | undefined>>;

/** Steam's Web API: profile names, and the games of accounts. */
export async function steamRoutes(app: FastifyInstance, { calls, failures, credentials }: Options): Promise<void> {
  misbehave(app, { provider: 'steam', calls, failures, refusals });
  app.addHook('preHandler', async ({ query }, reply) => {
    const { key } = query as Query;
    if (!key) return send(reply, unauthorized);
    if (key !== credentials.steamKey) return send(reply, forbidden);
  });

  app.get<{ Querystring: Query }>('/ISteamUser/ResolveVanityURL/v1', ({ query: { vanityurl } }, reply) => {
    if (!vanityurl) return send(reply, badRequest('vanityurl'));
    const account = accountNamed(vanityurl);
    return { response: account ? { steamid: account.id, success: 1 } : { success: 42, message: 'No match' } };
  });

  app.get<{ Querystring: Query }>('/IPlayerService/GetOwnedGames/v1', ({ query }, reply) => {
    if (!query.steamid || !/^\d{17}$/.test(query.steamid)) return send(reply, badRequest('steamid'));
    const games = gamesOf(query.steamid);
    if (games === hidden) return { response: {} };
    if (games.length === 0) return { response: { game_count: 0 } };
    const withNames = /^(1|true)$/.test(query.include_appinfo ?? '');
    return { response: { game_count: games.length, games: games.map((game) => presentOwned(game, withNames)) } };
  });
}
