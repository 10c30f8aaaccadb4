import { type Game, nameLimit } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import { emptyDetails, emptyGame, platformIdsOf, platformOf } from '../games/platforms.ts';
import { type Caller, type GameProvider, ProviderFault } from './game-provider.ts';
import { cutOrNull, lenient } from './lenient.ts';
import type { ProviderChannel } from './provider-channel.ts';
import { readBody } from './route-client.ts';

const platformIds = platformIdsOf('wikidata');

/** Wikidata's properties of a game. */
export const properties = {
  instanceOf: 'P31',
  released: 'P577',
  platform: 'P400',
  genre: 'P136',
  developer: 'P178',
  publisher: 'P123',
  series: 'P179',
  steam: 'P1733',
  gog: 'P2725',
  igdb: 'P9043',
  giantBomb: 'P5247',
} as const;

export const videoGame = 'Q7889';

const text = z.object({ value: z.string() });
const snak = z.object({
  mainsnak: z.object({ datavalue: z.object({ value: z.unknown() }).optional() }),
  rank: lenient(z.string(), 'normal'),
});

/** An item of `wbgetentities` or of a dump. */
const itemSchema = z.object({
  id: z.string().regex(/^Q\d+$/),
  // Wikidata sends an empty list instead of an empty object.
  labels: z.record(z.string(), text).catch({}),
  aliases: z.record(z.string(), z.array(text)).catch({}),
  descriptions: z.record(z.string(), text).catch({}),
  claims: z.record(z.string(), z.array(snak)).catch({}),
  sitelinks: z.record(z.string(), z.unknown()).catch({}),
});

/** The readable facts of an item. */
export type WikidataFacts = NonNullable<ReturnType<typeof readItem>>;

const time = z.object({ time: z.string(), precision: z.number().int() });
const entity = z.object({ id: z.string() });

/** Returns the facts with makers, genres and series as item ids; null for an item without a name. */
export function readItem(given: unknown) {
  const parsed = itemSchema.safeParse(given);
  if (!parsed.success) return null;
  const { id, labels, aliases, descriptions, claims, sitelinks } = parsed.data;
  const label = labels.en ?? labels.mul ?? Object.values(labels)[0];
  const name = cutOrNull(label?.value, nameLimit);
  if (name === null) return null;
  const values = (property: string) =>
    (claims[property] ?? []).flatMap(({ mainsnak, rank }) =>
      rank === 'deprecated' || mainsnak.datavalue === undefined ? [] : [mainsnak.datavalue.value],
    );
  const items = (property: string) => values(property).flatMap((value) => entity.safeParse(value).data?.id ?? []);
  const texts = (property: string, prefix: string, form: RegExp) =>
    values(property).flatMap((value) => (typeof value === 'string' && form.test(value) ? `${prefix}${value}` : []));
  const dates = values(properties.released).flatMap((value) => dateIn(value) ?? []);
  const others = [...Object.values(labels), ...Object.values(aliases).flat()].map(({ value }) => value.trim());
  return {
    id,
    name,
    isGame: items(properties.instanceOf).includes(videoGame),
    aliases: [...new Set(others)].filter((other) => other !== '' && other !== name && other.length <= 200).slice(0, 12),
    description: cutOrNull(descriptions.en?.value, 300),
    released: dates.toSorted()[0] ?? null,
    platforms: [...new Set(items(properties.platform).flatMap((item) => platformIds.get(item) ?? []))],
    genres: items(properties.genre),
    developers: items(properties.developer),
    publishers: items(properties.publisher),
    series: items(properties.series),
    ids: [
      `wikidata-${id}`,
      ...texts(properties.steam, 'steam-', /^\d{1,10}$/),
      ...texts(properties.gog, 'gog-', /^\w{1,40}$/),
      ...texts(properties.igdb, 'igdb-', /^\d{1,12}$/),
      ...texts(properties.giantBomb, '', /^3030-\d{1,9}$/),
    ],
    /** Number of wikis with an article. */
    articles: Object.keys(sitelinks).length,
  };
}

/** Returns `+2011-04-18T00:00:00Z` as a day, a month or a year, depending on its precision. */
function dateIn(value: unknown): string | null {
  const { data } = time.safeParse(value);
  const [, date] = /^\+(\d{4}-\d\d-\d\d)T/.exec(data?.time ?? '') ?? [];
  if (!data || date === undefined || data.precision < 9) return null;
  if (data.precision === 9) return date.slice(0, 4);
  if (data.precision === 10) return /-00/.test(date.slice(4, 7)) ? date.slice(0, 4) : date.slice(0, 7);
  return z.iso.date().safeParse(date).success ? date : date.slice(0, 4);
}

export function toGame(facts: WikidataFacts): Game {
  const { released } = facts;
  const isDay = released?.length === 10;
  return {
    ...emptyGame,
    guid: `wikidata-${facts.id}`,
    name: facts.name,
    deck: facts.description,
    original_release_date: isDay ? released : null,
    ...(released !== null && !isDay && { partial_release_date: released }),
    platforms: facts.platforms.map(platformOf),
    aliases: facts.aliases.length > 0 ? facts.aliases.join('\n') : null,
  };
}

const ownGuid = /^wikidata-(Q\d{1,12})$/;

/** Items per request. */
const itemsAtOnce = 50;

const found = z.object({ query: z.object({ search: z.array(z.object({ title: z.string().regex(/^Q\d+$/) })) }) });
const entities = z.object({ entities: z.record(z.string(), z.unknown()) });
const fault = z.object({ error: z.object({ code: z.string() }).optional() });
const labelled = z.object({ labels: z.object({ en: z.object({ value: z.string() }).optional() }).optional() });

/** Wikidata's public API, which needs no key: https://www.wikidata.org/w/api.php */
export function wikidata(baseUrl: string, channel: ProviderChannel): GameProvider {
  function ask<Body>(query: Readonly<Record<string, string>>, schema: z.ZodType<Body>, caller: Caller): Promise<Body> {
    const search = new URLSearchParams({ ...query, format: 'json', maxlag: '5' });
    const request = { method: 'GET', url: `${baseUrl}?${search}`, headers: {} } as const;
    return channel.send({ resource: 'api', caller }, request, (response) => {
      const { error } = readBody(response, fault);
      if (!error) return readBody(response, schema);
      if (error.code !== 'maxlag') throw new ProviderFault('unavailable', `the provider answered ${error.code}`);
      throw new ProviderFault('too-many-requests', 'the provider limits our requests', 5000);
    });
  }

  async function itemsOf(ids: readonly string[], props: string, caller: Caller): Promise<Record<string, unknown>> {
    if (ids.length === 0) return {};
    const query = { action: 'wbgetentities', ids: ids.join('|'), props, languages: 'en|mul' };
    return (await ask(query, entities, caller)).entities;
  }

  async function factsOf(ids: readonly string[], caller: Caller): Promise<WikidataFacts[]> {
    const items = await itemsOf(ids, 'labels|aliases|descriptions|claims', caller);
    return ids.flatMap((id) => readItem(items[id]) ?? []);
  }

  return {
    name: 'wikidata',
    isKeyless: true,
    describes: false,
    owns: (guid) => ownGuid.test(guid),

    async search(query, limit, caller) {
      const srsearch = `${query.replace(/[":]/g, ' ')} haswbstatement:${properties.instanceOf}=${videoGame}`;
      const srlimit = String(Math.min(limit, itemsAtOnce));
      const body = await ask({ action: 'query', list: 'search', srsearch, srlimit }, found, caller);
      const ids = body.query.search.map(({ title }) => title);
      return (await factsOf(ids, caller)).map(toGame);
    },

    async get(guid, caller) {
      const id = ownGuid.exec(guid)?.[1];
      const [facts] = id === undefined ? [] : await factsOf([id], caller);
      if (!facts) return null;
      // Makers and genres are separate items; only their names are needed.
      const { genres, developers, publishers } = facts;
      const wanted = [...new Set([...genres, ...developers, ...publishers])].slice(0, itemsAtOnce);
      const items = await itemsOf(wanted, 'labels', caller);
      const names = (ids: readonly string[]) =>
        ids.flatMap((item) => labelled.safeParse(items[item]).data?.labels?.en?.value ?? []).slice(0, 20);
      const details = { genres: names(genres), developers: names(developers), publishers: names(publishers) };
      return { game: toGame(facts), details: { ...emptyDetails, ...details }, seriesId: null };
    },

    complete: async ({ details }) => details,
  };
}
