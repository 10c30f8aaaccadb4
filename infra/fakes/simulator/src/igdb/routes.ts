import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog } from '../calls/call-log.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { type Game, igdbIdOf, steamIdOf } from '../catalogue/game.ts';
import { platformOf } from '../catalogue/platforms.ts';
import { searchGames } from '../catalogue/search.ts';
import type { FailureSwitch } from '../failures/failure-switch.ts';
import { misbehave, type Refusal, type Refusals, send } from '../failures/misbehave.ts';
import type { Credentials } from '../settings.ts';
import { only, presentExternal, presentGame, presentTimes, slugOf } from './present-game.ts';

interface GamesQuery {
  readonly search: string | null;
  readonly fields: readonly string[];
  readonly where: readonly ((game: Game) => boolean)[];
  readonly limit: number;
  readonly offset: number;
}

/** A rejected query; the response contains its title and cause. */
class QueryError extends Error {
  readonly title: string;

  constructor(title: string, cause: string) {
    super(cause);
    this.name = 'QueryError';
    this.title = title;
  }
}

const limitDefault = 10;
const limitMost = 500;

/** Splits a text at semicolons outside quotes. */
const clauses = (text: string) =>
  (text.match(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g) ?? []).map((clause) => clause.trim()).filter(Boolean);

function whole(name: string, text: string, most: number): number {
  if (!/^\d+$/.test(text)) throw new QueryError('Syntax Error', `Expecting a number for ${name}`);
  const value = Number(text);
  if (value > most) throw new QueryError('Invalid Limit', `Limit: ${value} is outside the allowed range 0 - ${most}`);
  return value;
}

/** Splits a text at separators outside quotes. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[^"]/gs)) {
    if (token === separator) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}

/** Matches when any of the comparisons matches. */
function anyOf(text: string): (game: Game) => boolean {
  const conditions = split(text, '|').map(condition);
  return (game) => conditions.some((holds) => holds(game));
}

/** Parses one comparison: `id = 7`, `id = (7,10)`, `slug = "doom"`, `platforms = (6,48)`. */
function condition(text: string): (game: Game) => boolean {
  const [, field = '', list] = /^([\w.]+)\s*=\s*(.+)$/s.exec(text) ?? [];
  if (!list) throw new QueryError('Syntax Error', `Expecting a comparison of the form field = value, found: ${text}`);
  const values = new Set(
    list
      .replace(/^\(|\)$/g, '')
      .match(/"(?:\\.|[^"\\])*"|[^,\s][^,]*/gs)
      ?.map((value) => value.trim().replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')) ?? [],
  );
  switch (field) {
    case 'id':
    case 'game_id':
      return (game) => values.has(String(igdbIdOf(game)));
    case 'uid':
      return (game) => game.platforms.includes('PC') && values.has(String(steamIdOf(game)));
    case 'external_game_source':
      return () => values.has('1');
    case 'slug':
      return (game) => values.has(slugOf(game.name));
    case 'name':
      return (game) => values.has(game.name);
    case 'platforms':
      return (game) => game.platforms.some((name) => values.has(String(platformOf(name).igdbId)));
    case 'game_type':
      return () => values.has('0');
    default:
      throw new QueryError('Invalid Field', `Field ${field} cannot be compared`);
  }
}

/** Parses a query; throws QueryError. */
function parseQuery(text: string): GamesQuery {
  let query: GamesQuery = { search: null, fields: ['id'], where: [], limit: limitDefault, offset: 0 };
  for (const clause of clauses(text)) {
    const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(clause) ?? [];
    if (verb === 'search') {
      const [, quoted] = /^"(.*)"$/s.exec(rest) ?? [];
      if (quoted === undefined)
        throw new QueryError('Syntax Error', 'Expecting a STRING as input, surround your input with quotes');
      query = { ...query, search: quoted.replace(/\\(.)/g, '$1') };
    } else if (verb === 'fields') query = { ...query, fields: rest.split(',').map((field) => field.trim()) };
    else if (verb === 'where') query = { ...query, where: split(rest, '&').map(anyOf) };
    else if (verb === 'limit') query = { ...query, limit: whole(verb, rest, limitMost) };
    else if (verb === 'offset') query = { ...query, offset: whole(verb, rest, Number.MAX_SAFE_INTEGER) };
    else throw new QueryError('Syntax Error', `Unexpected input: ${clause}`);
  }
  return query;
}

interface Options {
  readonly calls: CallLog;
  readonly failures: FailureSwitch;
  readonly credentials: Credentials;
  readonly publicUrl: () => string;
  /** Games in addition to the catalogue. */
  readonly games: readonly Game[];
}

/** Lifetime of a token in seconds: about two months. */
const tokenLife = 5_184_000;

const authorizationFailure: Refusal = {
  status: 401,
  body: {
    message: 'Authorization Failure. Have you tried:',
    'Tip 1': 'Ensure you are sending Authorization and Client-ID as headers.',
    'Tip 2': "Ensure Authorization value starts with 'Bearer ', including the space",
    'Tip 3': 'Ensure Authorization value ends with the App Access Token you generated, NOT your Client Secret.',
  },
};

const refusals: Refusals = {
  unauthorized: authorizationFailure,
  'not-found': { status: 404, body: { message: 'no Route matched with those values' } },
  'enhance-calm': { status: 420, body: { message: 'Enhance Your Calm' } },
  'too-many': { status: 429, body: { message: 'Too Many Requests' } },
  quota: { status: 429, body: { message: 'Too Many Requests' } },
  'server-error': { status: 500, body: { message: 'An unexpected error occurred' } },
};

/** Maximum number of queries in one request. */
const queriesMost = 10;

const finder =
  (more: readonly Game[]) =>
  ({ search, where, limit, offset }: GamesQuery) => {
    const words = search?.toLowerCase();
    const alike = (game: Game) => words !== undefined && game.name.toLowerCase().includes(words);
    const games = search === null ? [...catalogue, ...more] : [...searchGames(search), ...more.filter(alike)];
    return games.filter((game) => where.every((matches) => matches(game))).slice(offset, offset + limit);
  };

/** IGDB's games API, and Twitch's token endpoint for it. */
export async function igdbRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { calls, failures, credentials, publicUrl } = options;
  const find = finder(options.games);
  const tokens = new Set<string>();
  const tokenPath = '/oauth2/token';
  // Failures apply to the games only: the client needs a token to reach them.
  const spared = ({ url }: { readonly url: string }) => url.startsWith(tokenPath);
  misbehave(app, { provider: 'igdb', calls, failures, refusals, spared });

  // Clients send the query as text, as JSON by mistake, or without a content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.post<{ Querystring: Record<string, string>; Body: string | null }>(tokenPath, ({ query, body }, reply) => {
    const given = { ...Object.fromEntries(new URLSearchParams(body ?? '')), ...query };
    const refuse = (status: number, message: string) => reply.status(status).send({ status, message });
    if (!given.client_id) return refuse(400, 'missing client id');
    if (!given.client_secret) return refuse(400, 'missing client secret');
    if (!given.grant_type) return refuse(400, 'missing grant type');
    if (given.grant_type !== 'client_credentials') return refuse(400, 'invalid grant type');
    if (given.client_id !== credentials.igdbClientId) return refuse(400, 'invalid client');
    if (given.client_secret !== credentials.igdbClientSecret) return refuse(403, 'invalid client secret');
    const token = randomBytes(15).toString('hex');
    tokens.add(token);
    return { access_token: token, expires_in: tokenLife, token_type: 'bearer' };
  });

  const answering = (answer: (query: GamesQuery) => readonly object[]) =>
    answeringText((text) => answer(parseQuery(text)));
  const answeringText =
    (answer: (text: string) => readonly object[]) =>
    ({ headers, body }: FastifyRequest<{ Body: string | null }>, reply: FastifyReply) => {
      const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
      if (!tokens.has(token) || headers['client-id'] !== credentials.igdbClientId)
        return send(reply, authorizationFailure);
      try {
        return reply.send(answer(body ?? ''));
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        return reply.status(400).send([{ title: error.title, status: 400, cause: error.message }]);
      }
    };

  app.post(
    '/v4/games',
    answering((query) => find(query).map((game) => presentGame(game, query.fields, publicUrl()))),
  );
  app.post(
    '/v4/multiquery',
    answeringText((text) => {
      const queries = [...text.matchAll(/query\s+games\s+"([^"]*)"\s*\{((?:"(?:\\.|[^"\\])*"|[^"}])*)\}\s*;?/gs)];
      if (queries.length === 0 || queries.length > queriesMost)
        throw new QueryError('Invalid multiquery', `Expecting 1 to ${queriesMost} queries`);
      return queries.map(([, name, query = '']) => {
        const parsed = parseQuery(query);
        return { name, result: find(parsed).map((game) => presentGame(game, parsed.fields, publicUrl())) };
      });
    }),
  );
  app.post(
    '/v4/external_games',
    answering((query) => find(query).map((game) => only(presentExternal(game), query.fields))),
  );
  app.post(
    '/v4/game_time_to_beats',
    answering((query) =>
      find(query)
        .map(presentTimes)
        .filter((times) => times !== null)
        .map((times) => only(times, query.fields)),
    ),
  );
}
