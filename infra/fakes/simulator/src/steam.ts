import type { FastifyInstance } from 'fastify';
import { catalogue, type Game, hash, steamIdOf } from './catalogue/games.ts';
import { htmlRefusal, type Simulation, send } from './failures.ts';

interface Account {
  readonly id: string;
  /** The name in the profile's address. */
  readonly name: string;
  /** Null when private: Steam's response does not reveal whether the account exists. */
  readonly games: readonly Game[] | null;
}

const sold = catalogue.filter(({ platforms }) => platforms.includes('PC'));

/** `nightshelf` has forty games, `collector` all released games, `newcomer` none, and `recluse` hides them. */
const accounts: readonly Account[] = [
  { id: '76561198000000001', name: 'nightshelf', games: sold.slice(0, 40) },
  { id: '76561198000000002', name: 'recluse', games: null },
  { id: '76561198000000003', name: 'newcomer', games: [] },
  { id: '76561198000000004', name: 'collector', games: sold },
];

/** Formats an owned game for Steam, with playtime in minutes; every third game was never started. */
const presentOwned = (game: Game, withName: boolean) => ({
  appid: steamIdOf(game),
  ...(withName ? { name: `${game.name}™` } : {}),
  playtime_forever: hash(game.name) % 3 === 0 ? 0 : hash(`${game.name} played`) % 6000,
});

// Steam sends errors as HTML pages, not as JSON.
const unauthorized = htmlRefusal(401, 'Unauthorized');
const tooMany = htmlRefusal(429, 'Too Many Requests');
const badRequest = htmlRefusal(400, 'Bad Request');

const refusals = {
  unauthorized,
  'not-found': htmlRefusal(404, 'Not Found'),
  'too-many': tooMany,
  'server-error': htmlRefusal(500, 'Internal Server Error'),
};

type Query = Readonly<Record<string, string | undefined>>;

/** Steam's Web API: profile names, and the games of accounts. */
export async function steamRoutes(app: FastifyInstance, { control, key }: Simulation): Promise<void> {
  control.apply(app, 'steam', refusals);
  app.addHook('preHandler', async ({ query }, reply) => {
    const given = (query as Query).key;
    if (given !== key) return send(reply, given ? htmlRefusal(403, 'Forbidden') : unauthorized);
  });

  app.get<{ Querystring: Query }>('/ISteamUser/ResolveVanityURL/v1', ({ query: { vanityurl } }, reply) => {
    if (!vanityurl) return send(reply, badRequest);
    const account = accounts.find(({ name }) => name === vanityurl.toLowerCase());
    return { response: account ? { steamid: account.id, success: 1 } : { success: 42, message: 'No match' } };
  });

  app.get<{ Querystring: Query }>('/IPlayerService/GetOwnedGames/v1', ({ query }, reply) => {
    if (!/^\d{17}$/.test(query.steamid ?? '')) return send(reply, badRequest);
    const games = accounts.find(({ id }) => id === query.steamid)?.games;
    if (!games) return { response: {} };
    if (games.length === 0) return { response: { game_count: 0 } };
    const withNames = query.include_appinfo === '1';
    return { response: { game_count: games.length, games: games.map((game) => presentOwned(game, withNames)) } };
  });
}
