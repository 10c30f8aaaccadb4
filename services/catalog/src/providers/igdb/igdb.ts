import type { GameDetails, TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import type { FoundGame, GameProvider, MatchedGame, NamedRow } from '../game-provider.ts';
import type { ImageSources } from '../image-sources.ts';
import type { Asker } from '../limits/asker.ts';
import type { ProviderChannel } from '../provider-channel.ts';
import { ProviderFault } from '../provider-fault.ts';
import { type ProviderResponse, parseJson } from '../proxies/route-client.ts';
import { detailFields, timedGame, toDetails, toTimes } from './to-details.ts';
import { fields, toGame } from './to-game.ts';
import type { TwitchToken } from './token.ts';

/** Quotes text for IGDB's query language, so that it cannot end the string or the statement. */
const quoted = (text: string) =>
  `"${text
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')}"`;

export const searchQuery = (text: string, limit: number) => `search ${quoted(text)}; fields ${fields}; limit ${limit};`;

/** @param id IGDB's own id */
const getQuery = (id: number) => `fields ${fields},${detailFields}; where id = ${id}; limit 1;`;

/**
 * @param names exact names, and the slugs of names
 * @param slugs see `slugOf`; at most 250 of each, so that the results fit into one response
 */
const namedQuery = (names: readonly string[], slugs: readonly string[]) =>
  `fields ${fields}; where slug = (${list(slugs)}) | name = (${list(names)}); limit 500;`;

/** @param ids IGDB's own ids, at most 500 */
const gamesQuery = (ids: readonly number[]) => `fields ${fields}; where id = (${ids.join(',')}); limit 500;`;

/** Most queries per request. */
const multiqueryMost = 10;

/** Searches for several texts in one request. @param texts at most ten */
const searchesQuery = (texts: readonly string[]) =>
  texts.map((text, at) => `query games "${at}" { ${searchQuery(text, 5)} };`).join('\n');

const list = (texts: readonly string[]) => texts.map(quoted).join(',');

/** Returns IGDB's slug of a name: `portal-2`. Games that share a name get a number after it. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’™®©]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** IGDB's ids of stores, by the prefix of our ids. */
const stores = { steam: 1, gog: 5 } as const;

/** @param uids ids of games in the store, at most 500 */
const storeQuery = (store: number, uids: readonly string[]) =>
  `fields uid,game; where external_game_source = ${store} & uid = (${list(uids)}); limit 500;`;

/** IGDB's source id of Steam in `external_games`. */
const steam = 1;

/** @param appIds Steam's app ids, at most 500 */
const steamQuery = (appIds: readonly number[]) =>
  `fields uid,game; where external_game_source = ${steam} & uid = (${appIds.map((id) => `"${id}"`).join(',')}); limit 500;`;

/** @param ids IGDB's own ids, at most 500 */
const timesQuery = (ids: readonly number[]) =>
  `fields game_id,hastily,normally,completely,count; where game_id = (${ids.join(',')}); limit ${ids.length};`;

type Resource = 'games' | 'game_time_to_beats' | 'external_games' | 'multiquery';

const storeGame = z.object({ uid: z.string().min(1).max(80), game: z.number().int().positive() });
const externalGame = z.object({ uid: z.string().regex(/^\d{1,10}$/), game: z.number().int().positive() });

const ownGuid = /^igdb-(\d{1,12})$/;
const yearBehind = /\s*\((?:19|20)\d\d\)\s*$/;

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** IGDB, with an app access token of Twitch. */
export class Igdb implements GameProvider {
  readonly name = 'igdb';
  readonly #baseUrl: string;
  readonly #clientId: string;
  readonly #token: TwitchToken;
  readonly #channel: ProviderChannel;
  readonly #images: ImageSources;

  constructor(
    baseUrl: string,
    { clientId, token }: { readonly clientId: string; readonly token: TwitchToken },
    channel: ProviderChannel,
    images: ImageSources,
  ) {
    this.#baseUrl = baseUrl;
    this.#clientId = clientId;
    this.#token = token;
    this.#channel = channel;
    this.#images = images;
  }

  owns(guid: string): boolean {
    return ownGuid.test(guid);
  }

  async search(query: string, limit: number, asker: Asker): Promise<Game[]> {
    const items = await this.#ask('games', searchQuery(query, limit), asker);
    const games = items.map(toGame).filter((game) => game !== null);
    return [...new Map(games.map((game) => [game.guid, game])).values()].slice(0, limit);
  }

  async get(guid: string, asker: Asker): Promise<FoundGame | null> {
    const id = ownGuid.exec(guid)?.[1];
    if (id === undefined) return null;
    for (const item of await this.#ask('games', getQuery(Number(id)), asker)) {
      const game = toGame(item);
      if (game?.guid === guid) return { game, details: toDetails(item, this.#images), seriesId: null };
    }
    return null;
  }

  /** IGDB has playing times at a separate endpoint. */
  async complete({ game, details }: FoundGame, asker: Asker): Promise<GameDetails> {
    return { ...details, times_to_beat: (await this.times([game.guid], asker)).get(game.guid) ?? null };
  }

  async times(guids: readonly string[], asker: Asker): Promise<ReadonlyMap<string, TimesToBeat>> {
    const ids = guids.flatMap((guid) => ownGuid.exec(guid)?.[1] ?? []).map(Number);
    if (ids.length === 0) return new Map();
    const items = await this.#ask('game_time_to_beats', timesQuery(ids), asker);
    return new Map(
      items.flatMap((item) => {
        const [id, times] = [timedGame(item), toTimes(item)];
        return id !== null && times ? [[`igdb-${id}`, times] as const] : [];
      }),
    );
  }

  /** An edition may be listed beside its game; the first entry is the game. */
  async ofSteam(appIds: readonly number[], asker: Asker): Promise<ReadonlyMap<number, string>> {
    const items = await this.#ask('external_games', steamQuery(appIds), asker);
    const known = items.flatMap((item) => externalGame.safeParse(item).data ?? []);
    return new Map(known.reverse().map(({ uid, game }) => [Number(uid), `igdb-${game}`] as const));
  }

  /** Matches by store id, then by name and slug, each for all rows together; searches for the rest, ten per request. */
  async match(rows: readonly NamedRow[], asker: Asker): Promise<readonly MatchedGame[]> {
    const matched = new Map<string, { game: Game; otherIds: string[] }>();
    const add = (item: unknown) => {
      const game = toGame(item);
      if (game && !matched.has(game.guid)) matched.set(game.guid, { game, otherIds: [] });
    };
    const found = await this.#byIds(rows, asker);
    for (const part of chunks([...new Set(found.map(({ game }) => game))], 500)) {
      for (const item of await this.#ask('games', gamesQuery(part), asker)) add(item);
    }
    for (const { id, game } of found) matched.get(`igdb-${game}`)?.otherIds.push(id);
    const byId = new Set(found.map(({ id }) => id));
    const left = rows.flatMap(({ id, title }) => (title === null || (id !== null && byId.has(id)) ? [] : title));
    for (const titles of chunks([...new Set(left)], 250)) {
      const slugs = titles.flatMap((title) => [slugOf(title), slugOf(title.replace(yearBehind, ''))]).filter(Boolean);
      for (const item of await this.#ask('games', namedQuery(titles, [...new Set(slugs)]), asker)) add(item);
    }
    const slugs = new Set([...matched.values()].map(({ game }) => slugOf(game.name)));
    const missed = [...new Set(left)].filter((title) => {
      const slug = slugOf(title.replace(yearBehind, ''));
      return slug !== '' && !slugs.has(slug);
    });
    for (const titles of chunks(missed, multiqueryMost)) {
      for (const item of await this.#ask('multiquery', searchesQuery(titles), asker)) {
        for (const result of z.object({ result: z.array(z.unknown()) }).safeParse(item).data?.result ?? []) add(result);
      }
    }
    return [...matched.values()];
  }

  /** Returns IGDB's ids of the games that rows name by an IGDB or store id. */
  async #byIds(rows: readonly NamedRow[], asker: Asker): Promise<{ id: string; game: number }[]> {
    const ids = [...new Set(rows.flatMap(({ id }) => id ?? []))];
    const found = ids.flatMap((id) => {
      const own = ownGuid.exec(id)?.[1];
      return own === undefined ? [] : [{ id, game: Number(own) }];
    });
    for (const [store, source] of Object.entries(stores)) {
      const uids = ids.filter((id) => id.startsWith(`${store}-`)).map((id) => id.slice(store.length + 1));
      for (const part of chunks(uids, 500)) {
        for (const item of await this.#ask('external_games', storeQuery(source, part), asker)) {
          const { data } = storeGame.safeParse(item);
          if (data) found.push({ id: `${store}-${data.uid}`, game: data.game });
        }
      }
    }
    return found;
  }

  async #ask(resource: Resource, query: string, asker: Asker): Promise<unknown[]> {
    const token = await this.#token.get();
    try {
      return await this.#send({ resource, query, asker }, token);
    } catch (fault) {
      if (!(fault instanceof ProviderFault) || fault.kind !== 'key-refused') throw fault;
      // A token can end early. If a new one is refused too, IGDB refuses the client.
      await this.#token.refused(token);
      return this.#send({ resource, query, asker }, await this.#token.get());
    }
  }

  #send(
    { resource, query, asker }: { resource: Resource; query: string; asker: Asker },
    token: string,
  ): Promise<unknown[]> {
    const headers = { 'client-id': this.#clientId, authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
    const request = { method: 'POST', url: `${this.#baseUrl}/${resource}`, headers, body: query } as const;
    return this.#channel.send({ resource, asker }, request, readItems);
  }
}

function readItems({ status, text, retryAfterMs }: ProviderResponse): unknown[] {
  if (status === 429) throw new ProviderFault('too-many-requests', 'the provider limits our requests', retryAfterMs);
  if (status === 401 || status === 403) {
    throw new ProviderFault('key-refused', 'the provider does not accept the configured client');
  }
  if (status !== 200) throw new ProviderFault('unavailable', `the provider answered ${status}`);
  const items = z.array(z.unknown()).safeParse(parseJson(text));
  if (!items.success) throw new ProviderFault('malformed', 'the provider returned an unknown format');
  return items.data;
}
