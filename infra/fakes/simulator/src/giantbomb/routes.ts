import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog } from '../calls/call-log.ts';
import { gameWithId } from '../catalogue/catalogue.ts';
import { searchGames } from '../catalogue/search.ts';
import { seriesWithId } from '../catalogue/series.ts';
import type { FailureSwitch } from '../failures/failure-switch.ts';
import { htmlRefusal, misbehave, type Refusals, send } from '../failures/misbehave.ts';
import type { Credentials } from '../settings.ts';
import {
  callbackMissing,
  filterError,
  invalidKey,
  objectNotFound,
  ok,
  rateLimited,
  urlFormatError,
  xml,
} from './envelope.ts';
import { type ListQuery, listGames } from './list-games.ts';
import { presentFranchise, presentGame, presentGameDetail } from './present-game.ts';

interface Query extends ListQuery {
  readonly api_key?: string;
  readonly format?: string;
  readonly json_callback?: string;
  readonly field_list?: string;
  readonly limit?: string;
  readonly offset?: string;
  readonly page?: string;
  readonly query?: string;
  readonly resources?: string;
}

type Asked = FastifyRequest<{ Querystring: Query }>;

interface Options {
  readonly calls: CallLog;
  readonly failures: FailureSwitch;
  readonly credentials: Credentials;
  readonly publicUrl: () => string;
}

const refusals: Refusals = {
  unauthorized: { status: 401, body: invalidKey },
  'not-found': htmlRefusal(404, '404 Not Found'),
  'enhance-calm': { status: 420, body: rateLimited },
  'too-many': { status: 429, body: rateLimited },
  quota: { status: 420, body: rateLimited },
  'server-error': htmlRefusal(500, '500 Internal Server Error'),
};

/** The provider rejects clients without their own user agent, including the defaults of common libraries. */
const nameless = /^$|^(curl|python|php|java|okhttp|axios|node|undici|go-http-client|wget)\b/i;

const searchDefault = 10;
const most = 100;

const within = (text: string | undefined, fallback: number, least: number, greatest = Number.MAX_SAFE_INTEGER) => {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isNaN(value) ? fallback : Math.min(Math.max(value, least), greatest);
};

function only<T extends object>(result: T, fields: string | undefined): object {
  if (!fields) return result;
  const wanted = new Set(fields.split(',').map((field) => field.trim()));
  return Object.fromEntries(Object.entries(result).filter(([name]) => wanted.has(name)));
}

function answer({ query }: Asked, reply: FastifyReply, body: object) {
  if (query.format === 'json') return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  if (query.format !== 'jsonp') return reply.type('text/xml; charset=utf-8').send(xml(body));
  if (!query.json_callback || !/^[\w.$]+$/.test(query.json_callback)) return reply.send(callbackMissing);
  return reply.type('text/javascript; charset=utf-8').send(`${query.json_callback}(${JSON.stringify(body)})`);
}

/** Giant Bomb's legacy API. */
export async function giantBombRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { calls, failures, credentials, publicUrl } = options;
  misbehave(app, { provider: 'giantbomb', calls, failures, refusals });

  app.addHook('preHandler', async (request, reply) => {
    if (nameless.test(request.headers['user-agent'] ?? '')) return send(reply, htmlRefusal(403, '403 Forbidden'));
    if ((request as Asked).query.api_key !== credentials.giantBombKey) return reply.status(401).send(invalidKey);
  });

  app.get<{ Querystring: Query }>('/api/search', (request, reply) => {
    const { query } = request;
    const limit = within(query.limit, searchDefault, 1, most);
    const offset = (within(query.page, 1, 1) - 1) * limit;
    const games = !query.resources || query.resources.split(',').includes('game');
    const found = games ? searchGames(query.query ?? '') : [];
    const results = found
      .slice(offset, offset + limit)
      .map((game) => ({ ...only(presentGame(game, publicUrl()), query.field_list), resource_type: 'game' }));
    return answer(request, reply, ok(results, { limit, offset, total: found.length }));
  });

  app.get<{ Querystring: Query }>('/api/games', (request, reply) => {
    const { query } = request;
    const found = listGames(query);
    if (!found) return answer(request, reply, filterError);
    const limit = within(query.limit, most, 1, most);
    const offset = within(query.offset, 0, 0);
    const results = found
      .slice(offset, offset + limit)
      .map((game) => only(presentGame(game, publicUrl()), query.field_list));
    return answer(request, reply, ok(results, { limit, offset, total: found.length }));
  });

  app.get<{ Querystring: Query; Params: { guid: string } }>('/api/game/:guid', (request, reply) => {
    const id = /^(?:(\d+)-)?(\d+)$/.exec(request.params.guid);
    if (!id) return answer(request as Asked, reply, urlFormatError);
    const game = id[1] === undefined || id[1] === '3030' ? gameWithId(Number(id[2])) : undefined;
    if (!game) return answer(request as Asked, reply, objectNotFound);
    const detail = only(presentGameDetail(game, publicUrl()), request.query.field_list);
    return answer(request as Asked, reply, ok(detail, { limit: 1, offset: 0, total: 1 }));
  });

  app.get<{ Querystring: Query; Params: { guid: string } }>('/api/franchise/:guid', (request, reply) => {
    const id = /^(?:(\d+)-)?(\d+)$/.exec(request.params.guid);
    if (!id) return answer(request as Asked, reply, urlFormatError);
    const series = id[1] === undefined || id[1] === '3025' ? seriesWithId(Number(id[2])) : undefined;
    if (!series) return answer(request as Asked, reply, objectNotFound);
    const detail = only(presentFranchise(series), request.query.field_list);
    return answer(request as Asked, reply, ok(detail, { limit: 1, offset: 0, total: 1 }));
  });
}
