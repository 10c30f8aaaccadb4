import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  catalogue,
  coverIdOf,
  developerIdOf,
  type Game,
  genres,
  hash,
  igdbIdOf,
  platformsOf,
  screenshotsOf,
  seriesOf,
  similarTo,
  steamIdOf,
} from './catalogue/games.ts';
import { searchGames } from './catalogue/search.ts';
import { type Refusal, type Simulation, send } from './failures.ts';

type Resource = Readonly<Record<string, unknown>>;

const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Formats a picture with the address of its smallest size. */
const picture = (id: number, imageId: string, publicUrl: string) => ({
  id,
  image_id: imageId,
  url: `${publicUrl.replace(/^https?:/, '')}/igdb/image/upload/t_thumb/${imageId}.jpg`,
});

const basics = (game: Game, publicUrl: string): Resource => ({
  id: igdbIdOf(game),
  name: game.name,
  slug: slugOf(game.name),
  ...(game.released ? { first_release_date: Date.parse(game.released) / 1000 } : {}),
  cover: picture(igdbIdOf(game) + 1_000_000, coverIdOf(game), publicUrl),
});

/** Formats a complete game without unknown fields. Objects represent references that a query can expand. */
function presentGame(game: Game, publicUrl: string): Resource {
  const id = igdbIdOf(game);
  const series = seriesOf(game);
  const { igdb: genre, themes } = genres[game.genre];
  const listed = (games: readonly Game[]) => games.map((other) => basics(other, publicUrl));
  const platforms = Map.groupBy(platformsOf(game), ({ igdb }) => igdb.id);
  const lists = {
    alternative_names: game.aliases.map((name, index) => ({ id: id * 10 + index, name })),
    collections: series ? [{ id: series.id, name: series.name, games: listed(series.games) }] : [],
    platforms: [...platforms.values()].flatMap(([platform]) =>
      platform ? [{ ...platform.igdb, abbreviation: platform.abbreviation }] : [],
    ),
    screenshots: Array.from({ length: screenshotsOf(game) }, (_, place) =>
      picture(id * 10 + place, `${coverIdOf(game).replace(/^co/, 'sc')}_${place + 1}`, publicUrl),
    ),
    themes: themes.map((theme) => ({ id: theme.igdb, name: theme.name })),
  };
  return {
    ...basics(game, publicUrl),
    ...Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0)),
    summary: `${game.deck} ${game.overview}`,
    ...(game.reviews > 0 ? { rating_count: game.reviews } : {}),
    genres: [genre],
    involved_companies: [
      { id: id * 2, company: { id: developerIdOf(game), name: game.developer }, developer: true, publisher: true },
    ],
    similar_games: listed(similarTo(game)),
  };
}

/** Returns a game's times to beat in seconds, the same on every call; none for endless games and without reviews. */
function presentTimes(game: Game): Resource[] {
  const hours = genres[game.genre].storyHours;
  if (hours === null || game.released === null || game.reviews === 0) return [];
  const seed = hash(`${game.id} time to beat`);
  const hastily = Math.round(hours * (0.7 + (seed % 60) / 100) * 2) * 1800;
  const times = {
    hastily,
    normally: Math.round((hastily * 1.5) / 1800) * 1800,
    completely: Math.round((hastily * (2 + ((seed >>> 8) % 20) / 10)) / 1800) * 1800,
  };
  return [{ id: game.id, game_id: igdbIdOf(game), ...times, count: game.reviews }];
}

/** Formats a game's Steam id. */
const presentExternal = (game: Game): Resource => ({
  id: igdbIdOf(game) + 2_000_000,
  uid: String(steamIdOf(game)),
  external_game_source: 1,
  game: { id: igdbIdOf(game) },
});

/** Returns the fields below `name`, without that prefix. */
const below = (name: string, fields: readonly string[]) =>
  fields.filter((field) => field.startsWith(`${name}.`)).map((field) => field.slice(name.length + 1));

/** Returns a value with the requested fields: a dotted field expands a reference, any other returns its id. */
function expand(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(item, fields));
  if (value === null || typeof value !== 'object') return value;
  const resource = value as Resource;
  if (fields.length === 0) return resource.id;
  const wanted = new Set(['id', ...fields.map((field) => field.split('.')[0])]);
  return Object.fromEntries(
    Object.entries(resource)
      .filter(([name]) => wanted.has(name))
      .map(([name, inner]) => [name, expand(inner, below(name, fields))]),
  );
}

interface Query {
  readonly search: string | null;
  readonly fields: readonly string[];
  readonly where: readonly ((game: Game) => boolean)[];
  readonly limit: number;
}

class QueryError extends Error {}

const limitMost = 500;
const multiqueryMost = 10;

/** Splits a text at separators outside quotes. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[^"]/gs)) {
    if (token === separator) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}

const unquoted = (text: string) => text.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1');

const comparable: Readonly<Record<string, (game: Game) => string>> = {
  id: (game) => String(igdbIdOf(game)),
  game_id: (game) => String(igdbIdOf(game)),
  uid: (game) => (game.platforms.includes('PC') ? String(steamIdOf(game)) : ''),
  external_game_source: () => '1',
  slug: (game) => slugOf(game.name),
  name: (game) => game.name,
};

/** Parses one comparison: `id = 7`, `id = (7,10)`, `slug = "doom"`. */
function condition(text: string): (game: Game) => boolean {
  const [, field = '', list = ''] = /^(\w+)\s*=\s*(.+)$/s.exec(text) ?? [];
  const comparedValue = comparable[field];
  if (!comparedValue) throw new QueryError(`Expecting a comparison of a known field, found: ${text}`);
  const values = new Set(split(list.replace(/^\(|\)$/g, ''), ',').map(unquoted));
  return (game) => values.has(comparedValue(game));
}

/** Matches when any of the comparisons matches. */
function anyOf(text: string): (game: Game) => boolean {
  const conditions = split(text, '|').map(condition);
  return (game) => conditions.some((holds) => holds(game));
}

/** Parses a query; throws QueryError. */
function parseQuery(text: string): Query {
  const query: { -readonly [Key in keyof Query]: Query[Key] } = { search: null, fields: ['id'], where: [], limit: 10 };
  for (const clause of split(text, ';').filter(Boolean)) {
    const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(clause) ?? [];
    if (verb === 'search' && /^".*"$/s.test(rest)) query.search = unquoted(rest);
    else if (verb === 'fields') query.fields = split(rest, ',');
    else if (verb === 'where') query.where = split(rest, '&').map(anyOf);
    else if (verb === 'limit' && Number(rest) <= limitMost) query.limit = Number(rest);
    else throw new QueryError(`Unexpected input: ${clause}`);
  }
  return query;
}

const authorizationFailure: Refusal = {
  status: 401,
  body: { message: 'Authorization Failure. Have you tried:' },
};

const refusals = {
  unauthorized: authorizationFailure,
  'not-found': { status: 404, body: { message: 'no Route matched with those values' } },
  'enhance-calm': { status: 420, body: { message: 'Enhance Your Calm' } },
  'too-many': { status: 429, body: { message: 'Too Many Requests' } },
  'server-error': { status: 500, body: { message: 'An unexpected error occurred' } },
};

/** Lifetime of a token in seconds: about two months. */
const tokenLife = 5_184_000;

/** IGDB's games API, and Twitch's token endpoint for it. */
export async function igdbRoutes(app: FastifyInstance, { control, key, publicUrl, games }: Simulation): Promise<void> {
  const tokens = new Set<string>();
  const tokenPath = '/oauth2/token';
  // Failures apply to the games only: the client needs a token to reach them.
  control.apply(app, 'igdb', refusals, tokenPath);

  // Clients send the query as text, as JSON by mistake, or without a content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.post<{ Body: string | null }>(tokenPath, ({ body }, reply) => {
    const form = Object.fromEntries(new URLSearchParams(body ?? ''));
    const refuse = (status: number, message: string) => reply.status(status).send({ status, message });
    if (form.grant_type !== 'client_credentials') return refuse(400, 'invalid grant type');
    if (form.client_id !== key) return refuse(400, 'invalid client');
    if (form.client_secret !== key) return refuse(403, 'invalid client secret');
    const token = randomBytes(15).toString('hex');
    tokens.add(token);
    return { access_token: token, expires_in: tokenLife, token_type: 'bearer' };
  });

  /** Returns the resources that a query finds. */
  const find = (text: string, present: (game: Game) => readonly Resource[]) => {
    const { search, fields, where, limit } = parseQuery(text);
    const words = search?.toLowerCase();
    const found =
      words === undefined
        ? [...catalogue, ...games]
        : [...searchGames(words), ...games.filter(({ name }) => name.toLowerCase().includes(words))];
    return found
      .filter((game) => where.every((matches) => matches(game)))
      .slice(0, limit)
      .flatMap(present)
      .map((resource) => expand(resource, fields));
  };

  const respond =
    (answer: (text: string) => unknown) =>
    ({ headers, body }: FastifyRequest<{ Body: string | null }>, reply: FastifyReply) => {
      const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
      if (!tokens.has(token) || headers['client-id'] !== key) return send(reply, authorizationFailure);
      try {
        return reply.send(answer(body ?? ''));
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        return reply.status(400).send([{ title: 'Syntax Error', status: 400, cause: error.message }]);
      }
    };

  const findGames = (text: string) => find(text, (game) => [presentGame(game, publicUrl())]);
  app.post('/v4/games', respond(findGames));
  app.post(
    '/v4/external_games',
    respond((text) => find(text, (game) => [presentExternal(game)])),
  );
  app.post(
    '/v4/game_time_to_beats',
    respond((text) => find(text, presentTimes)),
  );
  app.post(
    '/v4/multiquery',
    respond((text) => {
      const queries = [...text.matchAll(/query\s+games\s+"([^"]*)"\s*\{((?:"(?:\\.|[^"\\])*"|[^"}])*)\}\s*;?/gs)];
      if (queries.length === 0 || queries.length > multiqueryMost)
        throw new QueryError(`Expecting 1 to ${multiqueryMost} queries`);
      return queries.map(([, name, query = '']) => ({ name, result: findGames(query) }));
    }),
  );
}
