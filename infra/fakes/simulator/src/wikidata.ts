import type { FastifyInstance } from 'fastify';
import { catalogue, type Game, gameWithId, hash, igdbIdOf, platformsOf, steamIdOf } from './catalogue/games.ts';
import { searchGames } from './catalogue/search.ts';
import type { Simulation } from './failures.ts';

const refusals = {
  unauthorized: { status: 403, body: { error: { code: 'permissiondenied' } } },
  'not-found': { status: 404, body: 'Not Found' },
  'too-many': { status: 429, body: 'Too many requests', headers: { 'retry-after': '2' } },
  'server-error': { status: 503, body: 'upstream connect error' },
};

const itemOf = (game: Game) => `Q${game.id}`;
/** Returns the item of a developer or genre: any id that no game has. */
const nameItem = (name: string) => `Q${500_000_000 + (hash(name) % 400_000_000)}`;

const names = new Map(
  catalogue.flatMap(({ developer, genre }) => [developer, genre].map((name) => [nameItem(name), name])),
);

const statement = (property: string, value: unknown) => ({
  mainsnak: { snaktype: 'value', property, datavalue: { value } },
  type: 'statement',
  rank: 'normal',
});
const item = (id: string) => ({ 'entity-type': 'item', id });

function dateOf(released: string) {
  const precision = { 4: 9, 7: 10, 10: 11 }[released.length] ?? 11;
  return { time: `+${`${released}-00-00`.slice(0, 10)}T00:00:00Z`, precision };
}

function entity(game: Game) {
  const claims = {
    P31: [item('Q7889')],
    ...(game.released && { P577: [dateOf(game.released)] }),
    P400: platformsOf(game).flatMap(({ wikidata }) => (wikidata ? [item(wikidata)] : [])),
    P178: [item(nameItem(game.developer))],
    P136: [item(nameItem(game.genre))],
    P1733: [String(steamIdOf(game))],
    P9043: [String(igdbIdOf(game))],
  };
  return {
    type: 'item',
    id: itemOf(game),
    labels: { en: { language: 'en', value: game.name } },
    aliases: { en: game.aliases.map((value) => ({ language: 'en', value })) },
    descriptions: { en: { language: 'en', value: game.deck } },
    claims: Object.fromEntries(
      Object.entries(claims).map(([property, values]) => [property, values.map((value) => statement(property, value))]),
    ),
  };
}

function entityOf(id: string) {
  const game = gameWithId(Number(id.slice(1)));
  if (game) return entity(game);
  const name = names.get(id);
  return name ? { type: 'item', id, labels: { en: { language: 'en', value: name } } } : { id, missing: '' };
}

/** Wikidata's action API, limited to what the search for games needs. */
export async function wikidataRoutes(app: FastifyInstance, { control }: Simulation): Promise<void> {
  control.apply(app, 'wikidata', refusals);
  app.get<{ Querystring: Record<string, string> }>('/w/api.php', ({ query }) => {
    if (query.action === 'query') {
      const words = (query.srsearch ?? '').replace(/haswbstatement:\S+/g, '').trim();
      const found = searchGames(words).slice(0, Number(query.srlimit ?? 10));
      return { batchcomplete: '', query: { search: found.map((game) => ({ ns: 0, title: itemOf(game) })) } };
    }
    const ids = (query.ids ?? '').split('|').filter(Boolean);
    if (ids.length > 50) return { error: { code: 'toomanyvalues' } };
    return { entities: Object.fromEntries(ids.map((id) => [id, entityOf(id)])), success: 1 };
  });
}
