import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog } from '../calls/call-log.ts';
import { catalogue, gameWithId } from '../catalogue/catalogue.ts';
import type { Game } from '../catalogue/game.ts';
import { platformOf } from '../catalogue/platforms.ts';
import { searchGames } from '../catalogue/search.ts';
import { seriesWithId } from '../catalogue/series.ts';
import type { FailureSwitch } from '../failures/failure-switch.ts';
import { htmlRefusal, misbehave, type Refusals, send } from '../failures/misbehave.ts';
import { escapeXml } from '../images/escape-xml.ts';
import type { Credentials } from '../settings.ts';
import { presentFranchise, presentGame, presentGameDetail } from './present-game.ts';

type Matches = (game: Game) => boolean;

const onPlatform =
  (id: string): Matches =>
  (game) =>
    game.platforms.some((name) => String(platformOf(name).id) === id);

function releasedWithin(span: string): Matches {
  const [from = '', to = from] = span.split('|').map((date) => date.trim().slice(0, 10));
  return ({ released }) => released?.length === 10 && released >= from && released <= to;
}

/** Parses one `field:value` filter; returns null for an unsupported field. */
function filterOf(field: string, value: string): Matches | null {
  switch (field) {
    case 'id':
      return (game) => String(game.id) === value;
    case 'name':
      return (game) => game.name.toLowerCase().includes(value.toLowerCase());
    case 'aliases':
      return (game) => game.aliases.some((alias) => alias.toLowerCase().includes(value.toLowerCase()));
    case 'platforms':
      return onPlatform(value);
    case 'original_release_date':
      return releasedWithin(value);
    default:
      return null;
  }
}

const sortKeys: Readonly<Record<string, (game: Game) => string | number>> = {
  id: (game) => game.id,
  name: (game) => game.name,
  number_of_user_reviews: (game) => game.reviews,
  original_release_date: (game) => game.released ?? '',
};

interface ListQuery {
  readonly filter?: string;
  readonly platforms?: string;
  readonly sort?: string;
}

/** Returns the filtered and sorted games; null when a filter is not supported. */
function listGames({ filter, platforms, sort }: ListQuery): Game[] | null {
  const filters: Matches[] = platforms ? [onPlatform(platforms)] : [];
  for (const part of filter ? filter.split(',') : []) {
    const cut = part.indexOf(':');
    const matches = filterOf(part.slice(0, cut), part.slice(cut + 1));
    if (cut < 1 || !matches) return null;
    filters.push(matches);
  }
  const found = catalogue.filter((game) => filters.every((matches) => matches(game)));
  const [field = 'id', direction = 'asc'] = sort ? sort.split(':') : [];
  const key = sortKeys[field];
  if (!key) return found;
  const sign = direction === 'desc' ? -1 : 1;
  return found.sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Total number of results. */
  readonly total: number;
}

/** Returns the body of a successful response; for a list, with the number of its results. */
function ok(results: object | readonly object[], page: Page) {
  const { limit, offset, total } = page;
  return {
    error: 'OK',
    limit,
    offset,
    number_of_page_results: Array.isArray(results) ? results.length : 1,
    number_of_total_results: total,
    status_code: 1,
    results,
    version: '1.0',
  };
}

/** Returns the body of an error response, which has no version. */
const failed = (statusCode: number, error: string) => ({
  error,
  limit: 0,
  offset: 0,
  number_of_page_results: 0,
  number_of_total_results: 0,
  status_code: statusCode,
  results: [],
});

const invalidKey = failed(100, 'Invalid API Key');
const objectNotFound = failed(101, 'Object Not Found');
const urlFormatError = failed(102, 'Error in URL Format');
const callbackMissing = failed(103, "'jsonp' format requires a 'json_callback' argument");
const filterError = failed(104, 'Filter Error');
const rateLimited = failed(107, 'Rate limit exceeded.  Slow down cowboy.');

/** Returns a body as XML, the provider's format for requests that do not ask for JSON. */
const xml = (body: object) => `<?xml version="1.0" encoding="utf-8"?>\n${element('response', body)}`;

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return `<${name}>${value.map((item) => element('item', item)).join('')}</${name}>`;
  if (value !== null && typeof value === 'object') {
    const inner = Object.entries(value).map(([key, item]) => element(key, item));
    return `<${name}>${inner.join('')}</${name}>`;
  }
  return `<${name}>${value === null || value === undefined ? '' : escapeXml(String(value))}</${name}>`;
}

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
