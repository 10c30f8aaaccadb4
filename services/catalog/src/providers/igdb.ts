import {
  type GameDetails,
  type GameLink,
  mostOf,
  type TimesToBeat,
  timesToBeat,
} from '@nightshelf/contracts/game-details.ts';
import { descriptionLimit, type Game, nameLimit } from '@nightshelf/contracts/games.ts';
import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import { z } from 'zod';
import { emptyDetails, emptyGame, platformIdsOf } from '../games/platforms.ts';
import { type Caller, type GameProvider, ProviderFault } from './game-provider.ts';
import {
  cutOrNull,
  distinctNames,
  gameNumber,
  type ImageSources,
  imageUrl,
  lenient,
  listOf,
  named,
  names,
  nameText,
  optionalText,
} from './lenient.ts';
import type { ProviderChannel } from './provider-channel.ts';
import { readBody } from './route-client.ts';
import type { TwitchToken } from './twitch-token.ts';

/** Fields requested for every game, and only for a single game. */
const linkFields = 'name first_release_date cover.image_id cover.url';
const gameFields = `${linkFields} slug summary rating_count platforms.id platforms.name platforms.abbreviation alternative_names.name`;
const companyFields = 'developer publisher company.name';
const below = (name: string, fields: string) => fields.split(' ').map((field) => `${name}.${field}`);
const fields = gameFields.replaceAll(' ', ',');
const detailFields = [
  ...['genres.name', 'themes.name', 'screenshots.image_id', 'screenshots.url', 'collections.name', 'franchises.name'],
  ...below('involved_companies', companyFields),
  ...['collections.games', 'franchises.games', 'similar_games'].flatMap((list) => below(list, linkFields)),
].join(',');

/** An image; both fields may be missing. */
const igdbImage = z.object({ image_id: lenient(z.string().regex(/^\w+$/), null), url: lenient(z.string(), null) });

/**
 * Returns an image's address in another size; IGDB's addresses differ in one part only.
 * @param size such as `t_thumb`
 */
function sized({ image_id: id, url }: z.output<typeof igdbImage>, size: string): string | null {
  const base = url?.startsWith('//') ? `https:${url}` : url;
  return imageUrl(
    base && /\/t_\w+\//.test(base)
      ? base.replace(/\/t_\w+\//, `/${size}/`)
      : id && `https://images.igdb.com/igdb/image/upload/${size}/${id}.jpg`,
  );
}

const cover = lenient(igdbImage, null);

/** Seconds since 1970. */
const date = lenient(z.number().int(), null).transform((seconds) => {
  const time = new Date((seconds ?? Number.NaN) * 1000);
  const day = Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 10);
  return z.iso.date().safeParse(day).data ?? null;
});

const platformIds = platformIdsOf('igdb');

/** A platform has our id where it is known, else its own guid and no id. */
const platform = z
  .object({ id: z.number().int().positive(), name: nameText(200), abbreviation: optionalText(40) })
  .transform(({ id, name, abbreviation }) => {
    const known = platformIds.get(name) ?? null;
    return { id: known, guid: known === null ? `igdb-${id}` : `3045-${known}`, name, abbreviation };
  });

/** IGDB omits unknown fields. */
const gameItem = z.object({
  id: z.number().int().positive(),
  name: nameText(nameLimit),
  summary: optionalText(descriptionLimit / 8),
  first_release_date: date,
  rating_count: lenient(z.number().int().nonnegative(), 0),
  cover,
  platforms: listOf(platform, 100),
  alternative_names: listOf(z.object({ name: z.string().min(1) }), 1000),
});

/** Returns null for an item that is not a game. */
export function toGame(item: unknown): Game | null {
  const { data } = gameItem.safeParse(item);
  if (!data) return null;
  const image = data.cover && {
    small_url: sized(data.cover, 't_cover_small'),
    medium_url: sized(data.cover, 't_cover_big'),
    thumb_url: sized(data.cover, 't_thumb'),
    screen_large_url: sized(data.cover, 't_720p'),
  };
  // The same form as Giant Bomb's descriptions: HTML with a heading for the overview.
  const summary = data.summary?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return {
    ...emptyGame,
    guid: `igdb-${data.id}`,
    name: data.name,
    original_release_date: data.first_release_date,
    image,
    image_url: image?.medium_url ?? null,
    platforms: data.platforms,
    description: summary === undefined ? null : `<h2>Overview</h2><p>${summary}</p>`,
    aliases: cutOrNull(data.alternative_names.map(({ name }) => name).join('\n'), 5000),
    number_of_user_reviews: data.rating_count,
  };
}

const company = z.object({
  company: named,
  developer: lenient(z.boolean(), false),
  publisher: lenient(z.boolean(), false),
});

/** @param item the game with all its fields; missing or malformed fields are omitted */
export function toDetails(item: unknown, images: ImageSources): GameDetails {
  const link = z.object({ id: gameNumber, name: nameText(nameLimit), first_release_date: date, cover }).transform(
    (game): GameLink => ({
      guid: `igdb-${game.id}`,
      name: game.name,
      image_url: game.cover && images(sized(game.cover, 't_cover_big')),
      original_release_date: game.first_release_date,
    }),
  );
  const screenshot = igdbImage.transform((image, context) => {
    const url = images(sized(image, 't_1080p'));
    if (url) return { url, thumb_url: images(sized(image, 't_screenshot_med')) ?? url };
    context.addIssue('No address that images may come from');
    return z.NEVER;
  });
  // A series with this game alone is not worth showing.
  const games = listOf(link, mostOf.gamesOfSeries).refine((all) => all.length > 1);
  const series = listOf(named.extend({ games }), mostOf.series);
  const page = z.object({
    genres: names,
    themes: names,
    involved_companies: listOf(company, 1000),
    screenshots: listOf(screenshot, mostOf.screenshots),
    collections: series,
    franchises: series,
    similar_games: listOf(link, mostOf.similar),
  });
  const { data } = page.safeParse(item);
  if (!data) return emptyDetails;
  const { genres, themes, screenshots, similar_games, involved_companies: companies } = data;
  const makers = (role: 'developer' | 'publisher') =>
    distinctNames(companies.filter((one) => one[role]).map((one) => one.company));
  return {
    ...{ genres, themes, screenshots, similar_games, times_to_beat: null },
    developers: makers('developer'),
    publishers: makers('publisher'),
    series: [...data.collections, ...data.franchises].slice(0, mostOf.series),
  };
}

const seconds = lenient(timesToBeat.shape.hastily, null);
const timesItem = z.object({
  hastily: seconds,
  normally: seconds,
  completely: seconds,
  count: lenient(timesToBeat.shape.count, 0),
});

/** Returns a game's playing times; null when none is usable. */
export function toTimes(item: unknown): TimesToBeat | null {
  const { data } = timesItem.safeParse(item);
  return data && (data.hastily ?? data.normally ?? data.completely) !== null ? data : null;
}

/** Quotes text for IGDB's query language, so that it cannot end the string or the statement. */
const quoted = (text: string) =>
  `"${text
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')}"`;

const quotedList = (texts: readonly string[]) => texts.map(quoted).join(',');

export const searchQuery = (text: string, limit: number) => `search ${quoted(text)}; fields ${fields}; limit ${limit};`;

/** IGDB's ids of stores, by the prefix of our ids. */
const stores = { steam: 1, gog: 5 } as const;

/** Returns IGDB's slug of a name: `portal-2`. Games that share a name get a number after it. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’™®©]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

type Resource = 'games' | 'game_time_to_beats' | 'external_games' | 'multiquery';

const storeGame = z.object({ uid: z.string().min(1).max(80), game: z.number().int().positive() });
const results = z.object({ result: z.array(z.unknown()) });

const ownGuid = /^igdb-(\d{1,12})$/;
const yearBehind = /\s*\((?:19|20)\d\d\)\s*$/;

/** Most items per response, names per request, and queries per request. */
const mostItems = 500;
const mostNames = 250;
const mostQueries = 10;

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** IGDB, with an app access token of Twitch. */
export function igdb(
  baseUrl: string,
  token: TwitchToken,
  channel: ProviderChannel,
  images: ImageSources,
): GameProvider {
  async function ask(resource: Resource, query: string, caller: Caller): Promise<unknown[]> {
    const send = (bearer: string) => {
      const headers = {
        'client-id': token.clientId,
        authorization: `Bearer ${bearer}`,
        'content-type': 'text/plain',
      };
      const request = { method: 'POST', url: `${baseUrl}/${resource}`, headers, body: query } as const;
      return channel.send({ resource, caller }, request, (response) => readBody(response, z.array(z.unknown())));
    };
    const bearer = await token.get();
    try {
      return await send(bearer);
    } catch (fault) {
      if (!(fault instanceof ProviderFault) || fault.kind !== 'key-refused') throw fault;
      // A token can end early. If a new one is refused too, IGDB refuses the client.
      token.refused(bearer);
      return send(await token.get());
    }
  }

  /** @param uids ids of games in the store, at most 500 */
  async function inStore(store: keyof typeof stores, uids: readonly string[], caller: Caller) {
    const where = `external_game_source = ${stores[store]} & uid = (${quotedList(uids)})`;
    const items = await ask('external_games', `fields uid,game; where ${where}; limit ${mostItems};`, caller);
    return items.flatMap((item) => storeGame.safeParse(item).data ?? []);
  }

  /** Returns IGDB's ids of the games that rows name by an IGDB or store id. */
  async function byIds(rows: readonly CandidateRow[], caller: Caller): Promise<{ id: string; game: number }[]> {
    const ids = [...new Set(rows.flatMap(({ id }) => id ?? []))];
    const found = ids.flatMap((id) => {
      const own = ownGuid.exec(id)?.[1];
      return own === undefined ? [] : [{ id, game: Number(own) }];
    });
    for (const store of ['steam', 'gog'] as const) {
      const uids = ids.filter((id) => id.startsWith(`${store}-`)).map((id) => id.slice(store.length + 1));
      for (const part of chunks(uids, mostItems)) {
        const games = await inStore(store, part, caller);
        found.push(...games.map(({ uid, game }) => ({ id: `${store}-${uid}`, game })));
      }
    }
    return found;
  }

  async function times(guids: readonly string[], caller: Caller): Promise<ReadonlyMap<string, TimesToBeat>> {
    const ids = guids.flatMap((guid) => ownGuid.exec(guid)?.[1] ?? []).map(Number);
    if (ids.length === 0) return new Map();
    const query = `fields game_id,hastily,normally,completely,count; where game_id = (${ids.join(',')}); limit ${ids.length};`;
    const items = await ask('game_time_to_beats', query, caller);
    return new Map(
      items.flatMap((item) => {
        const { data } = z.object({ game_id: gameNumber }).safeParse(item);
        const times = toTimes(item);
        return data && times ? [[`igdb-${data.game_id}`, times] as const] : [];
      }),
    );
  }

  return {
    name: 'igdb',
    isKeyless: false,
    describes: true,
    owns: (guid) => ownGuid.test(guid),
    times,

    async search(query, limit, caller) {
      const items = await ask('games', searchQuery(query, limit), caller);
      const games = items.map(toGame).filter((game) => game !== null);
      return [...new Map(games.map((game) => [game.guid, game])).values()].slice(0, limit);
    },

    async get(guid, caller) {
      const id = ownGuid.exec(guid)?.[1];
      if (id === undefined) return null;
      const [item] = await ask('games', `fields ${fields},${detailFields}; where id = ${Number(id)}; limit 1;`, caller);
      const game = toGame(item);
      return game?.guid === guid ? { game, details: toDetails(item, images), seriesId: null } : null;
    },

    /** IGDB has playing times at a separate endpoint. */
    complete: async ({ game: { guid }, details }, caller) => ({
      ...details,
      times_to_beat: (await times([guid], caller)).get(guid) ?? null,
    }),

    /** An edition may be listed beside its game; the first entry is the game. */
    async ofSteam(appIds, caller) {
      const found = await inStore('steam', appIds.map(String), caller);
      return new Map(found.reverse().map(({ uid, game }) => [Number(uid), `igdb-${game}`] as const));
    },

    /** Matches by store id, then by name and slug, each for all rows together; searches for the rest, ten per request. */
    async match(rows, caller) {
      const matched = new Map<string, { game: Game; otherIds: string[] }>();
      const addAll = (items: readonly unknown[]) => {
        for (const game of items.map(toGame))
          if (game && !matched.has(game.guid)) matched.set(game.guid, { game, otherIds: [] });
      };
      const addWhere = async (where: string) =>
        addAll(await ask('games', `fields ${fields}; where ${where}; limit ${mostItems};`, caller));
      const found = await byIds(rows, caller);
      for (const part of chunks([...new Set(found.map(({ game }) => game))], mostItems))
        await addWhere(`id = (${part.join(',')})`);
      for (const { id, game } of found) matched.get(`igdb-${game}`)?.otherIds.push(id);
      const byId = new Set(found.map(({ id }) => id));
      const left = [
        ...new Set(rows.flatMap(({ id, title }) => (title === null || (id !== null && byId.has(id)) ? [] : title))),
      ];
      for (const titles of chunks(left, mostNames)) {
        const slugs = titles.flatMap((title) => [slugOf(title), slugOf(title.replace(yearBehind, ''))]).filter(Boolean);
        await addWhere(`slug = (${quotedList([...new Set(slugs)])}) | name = (${quotedList(titles)})`);
      }
      const slugs = new Set([...matched.values()].map(({ game }) => slugOf(game.name)));
      const missed = left.filter((title) => {
        const slug = slugOf(title.replace(yearBehind, ''));
        return slug !== '' && !slugs.has(slug);
      });
      for (const titles of chunks(missed, mostQueries)) {
        const query = titles.map((title, at) => `query games "${at}" { ${searchQuery(title, 5)} };`).join('\n');
        const items = await ask('multiquery', query, caller);
        addAll(items.flatMap((one) => results.safeParse(one).data?.result ?? []));
      }
      return [...matched.values()];
    },
  };
}
