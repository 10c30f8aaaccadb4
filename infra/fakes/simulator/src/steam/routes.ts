import type { FastifyInstance } from 'fastify';
import type { CallLog } from '../calls/call-log.ts';
import type { FailureSwitch } from '../failures/failure-switch.ts';
import { misbehave, type Refusal, type Refusals, send } from '../failures/misbehave.ts';
import type { Credentials } from '../settings.ts';
import { accountNamed, gamesOf, hidden, presentOwned } from './accounts.ts';

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
