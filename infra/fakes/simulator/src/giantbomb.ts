import type { FastifyInstance } from 'fastify';
import {
  developerIdOf,
  type Game,
  gameWithId,
  genres,
  guidOf,
  platformsOf,
  type Series,
  screenshotsOf,
  seriesOf,
  seriesWithId,
  similarTo,
} from './catalogue/games.ts';
import { searchGames } from './catalogue/search.ts';
import { htmlRefusal, type Simulation, send } from './failures.ts';
import { escapeXml } from './images.ts';

const ratings: Readonly<Record<string, string>> = { E: 'ESRB: E', E10: 'ESRB: E10+', T: 'ESRB: T', M: 'ESRB: M' };

/** Returns a picture's sizes, under the provider's names. */
const sizes = (address: string) => ({
  medium_url: `${address}?size=scale_medium`,
  screen_large_url: `${address}?size=screen_kubrick`,
  small_url: `${address}?size=scale_small`,
  super_url: `${address}?size=scale_large`,
  thumb_url: `${address}?size=scale_avatar`,
});

const coverOf = (game: Game, publicUrl: string) => sizes(`${publicUrl}/images/covers/${guidOf(game)}.svg`);

/** Imitates editors' HTML: most pages use headings, some bold text. */
function description(game: Game): string {
  const heading = (text: string) => (game.id % 5 === 0 ? `<p><strong>${text}</strong></p>` : `<h2>${text}</h2>`);
  const about = `${heading('Overview')}<p>${escapeXml(game.deck)} ${escapeXml(game.overview)}</p>`;
  const names = platformsOf(game).map(
    ({ id, name }) => `<a href="/3045-${id}/" data-ref-id="3045">${escapeXml(name)}</a>`,
  );
  if (names.length === 0) return about;
  return `${about}${heading('Releases')}<p><em>${escapeXml(game.name)}</em> by ${escapeXml(game.developer)} can be played on ${names.join(', ')}.</p>`;
}

/** Formats a game for searches, with the fields that the catalog reads. */
function presentGame(game: Game, publicUrl: string) {
  const rating = ratings[game.esrb ?? ''];
  return {
    aliases: game.aliases.length > 0 ? game.aliases.join(game.id % 3 ? '\n' : '\r\n') : null,
    deck: game.deck,
    description: description(game),
    guid: guidOf(game),
    id: game.id,
    image: coverOf(game, publicUrl),
    name: game.name,
    number_of_user_reviews: game.reviews,
    original_game_rating: rating ? [{ name: rating }] : null,
    // The provider has a release date only when the day is known.
    original_release_date: game.released?.length === 10 ? game.released : null,
    platforms: platformsOf(game).map(({ id, name, abbreviation }) => ({ id, name, abbreviation })),
  };
}

const listed = (games: readonly Game[]) => games.map(({ id, name }) => ({ id, name }));

/** Formats a game for its own page. */
function presentDetails(game: Game, publicUrl: string) {
  const { giantbomb: genre, themes } = genres[game.genre];
  const makers = [{ id: developerIdOf(game), name: game.developer }];
  const series = seriesOf(game);
  const screenshots = Array.from({ length: screenshotsOf(game) }, (_, place) => ({
    ...sizes(`${publicUrl}/images/screenshots/${guidOf(game)}/${place + 1}.svg`),
    tags: 'All Images,Screenshots',
  }));
  return {
    ...presentGame(game, publicUrl),
    images: [{ ...coverOf(game, publicUrl), tags: 'All Images,Box Art' }, ...screenshots],
    developers: makers,
    publishers: makers,
    franchises: series ? [{ id: series.id, name: series.name }] : null,
    genres: [genre],
    similar_games: listed(similarTo(game)),
    themes: themes.map(({ giantbomb: id, name }) => ({ id, name })),
  };
}

const presentFranchise = ({ id, name, games }: Series) => ({ id, name, games: listed(games) });

const ok = (results: object, total = 1) => ({ error: 'OK', number_of_total_results: total, status_code: 1, results });

const failed = (statusCode: number, error: string) => ({ error, status_code: statusCode, results: [] });

const invalidKey = { status: 401, body: failed(100, 'Invalid API Key') };
const objectNotFound = failed(101, 'Object Not Found');
const rateLimited = failed(107, 'Rate limit exceeded.  Slow down cowboy.');

const refusals = {
  unauthorized: invalidKey,
  'not-found': htmlRefusal(404, '404 Not Found'),
  'enhance-calm': { status: 420, body: rateLimited },
  'too-many': { status: 429, body: rateLimited },
  'server-error': htmlRefusal(500, '500 Internal Server Error'),
};

/** The provider rejects clients without their own user agent, including the defaults of common libraries. */
const nameless = /^$|^(curl|python|php|java|okhttp|axios|node|undici|go-http-client|wget)\b/i;

const mostResults = 100;

/** Giant Bomb's legacy API: search, games and franchises. */
export async function giantBombRoutes(app: FastifyInstance, { control, key, publicUrl }: Simulation): Promise<void> {
  control.apply(app, 'giantbomb', refusals);

  app.addHook('preHandler', async ({ headers, query }, reply) => {
    if (nameless.test(headers['user-agent'] ?? '')) return send(reply, htmlRefusal(403, '403 Forbidden'));
    if ((query as { api_key?: string }).api_key !== key) return send(reply, invalidKey);
  });

  app.get<{ Querystring: { query?: string; limit?: string; page?: string } }>('/api/search', ({ query }) => {
    const found = searchGames(query.query ?? '');
    const limit = Math.min(Number(query.limit ?? 10), mostResults);
    const offset = (Number(query.page ?? 1) - 1) * limit;
    return ok(
      found.slice(offset, offset + limit).map((game) => presentGame(game, publicUrl())),
      found.length,
    );
  });

  app.get<{ Params: { id: string } }>('/api/game/3030-:id(^\\d+)', ({ params }) => {
    const game = gameWithId(Number(params.id));
    return game ? ok(presentDetails(game, publicUrl())) : objectNotFound;
  });

  app.get<{ Params: { id: string } }>('/api/franchise/3025-:id(^\\d+)', ({ params }) => {
    const series = seriesWithId(Number(params.id));
    return series ? ok(presentFranchise(series)) : objectNotFound;
  });
}
