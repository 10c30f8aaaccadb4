import { type GameDetails, type GameLink, mostOf } from '@nightshelf/contracts/game-details.ts';
import { descriptionLimit, type Game, nameLimit } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import { emptyDetails, emptyGame } from '../games/platforms.ts';
import { type Caller, type GameProvider, ProviderFault } from './game-provider.ts';
import {
  cutOrNull,
  dateOf,
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
import { type ProviderResponse, parseJson } from './route-client.ts';

/** Type 3030 (game) and the game's id. */
const gameGuid = /^3030-\d{1,12}$/;

const address = lenient(z.string(), null).transform(imageUrl);
const id = lenient(z.number().int().positive(), null);

const image = z.object({
  small_url: address,
  medium_url: address,
  thumb_url: address,
  screen_large_url: address,
});

const platform = z
  .object({ id, name: nameText(200), abbreviation: optionalText(40) })
  .transform(({ id, ...rest }) => ({ id, guid: id === null ? null : `3045-${id}`, ...rest }));

/** A game in a list or on its own. Requires only an identity and a name. */
const gameItem = z.object({
  id,
  guid: lenient(z.string().regex(gameGuid), null),
  name: nameText(nameLimit),
  deck: optionalText(5000),
  description: optionalText(descriptionLimit),
  aliases: lenient(z.string(), null).transform((text) => cutOrNull(text?.replace(/\r\n?/g, '\n'), 5000)),
  original_release_date: lenient(z.string(), null).transform(dateOf),
  number_of_user_reviews: lenient(z.coerce.number().int().nonnegative(), 0),
  image: lenient(image, null),
  platforms: listOf(platform, 100),
  original_game_rating: listOf(named, 1).transform(([rating]) => rating ?? null),
});

/** Returns null for an item that is not a game. */
export function toGame(item: unknown): Game | null {
  const { data } = gameItem.safeParse(item);
  // Older responses lack the guid, which always derives from the id.
  const guid = data && (data.guid ?? (data.id === null ? null : `3030-${data.id}`));
  if (!data || !guid) return null;
  const { image: picture } = data;
  const image_url = picture && (picture.medium_url ?? picture.screen_large_url ?? picture.small_url);
  return { ...emptyGame, ...data, guid, id: null, image_url };
}

const link = z
  .object({ id: gameNumber, name: nameText(nameLimit) })
  .transform(({ id, name }): GameLink => ({ guid: `3030-${id}`, name, image_url: null, original_release_date: null }));

const text = lenient(z.string(), null);
/** Giant Bomb mixes box art into a game's images. */
const picture = z.object({
  medium_url: address,
  super_url: address,
  original_url: address,
  original: address,
  screen_large_url: address,
  tags: text.refine((tags) => !/box art/i.test(tags ?? '')),
});

const screenshot = (images: ImageSources) =>
  picture.transform((one, context) => {
    const url = images(one.super_url ?? one.original_url ?? one.original ?? one.screen_large_url);
    if (url) return { url, thumb_url: images(one.medium_url) ?? url };
    context.addIssue('No address that images may come from');
    return z.NEVER;
  });

/** @param item the game's own page; missing or malformed fields are omitted */
export function toDetails(item: unknown, images: ImageSources): GameDetails {
  const page = z.object({
    genres: names,
    themes: names,
    developers: names,
    publishers: names,
    similar_games: listOf(link, mostOf.similar),
    images: listOf(screenshot(images), mostOf.screenshots),
  });
  const { data } = page.safeParse(item);
  if (!data) return emptyDetails;
  const { images: screenshots, ...details } = data;
  return { ...emptyDetails, ...details, screenshots };
}

/** Returns the id of the game's first franchise. */
export const franchiseOf = (item: unknown): number | null =>
  z.object({ franchises: listOf(z.object({ id: gameNumber }), 1) }).safeParse(item).data?.franchises[0]?.id ?? null;

/** Returns a franchise page as a series; null for anything else. */
export const franchiseGames = (item: unknown): GameDetails['series'][number] | null =>
  named.extend({ games: listOf(link, mostOf.gamesOfSeries) }).safeParse(item).data ?? null;

/** The envelope of every response. Its own status code says more than the HTTP status. */
const envelope = z.object({
  status_code: z.number().int(),
  results: z.unknown(),
  number_of_total_results: z.coerce.number().int().nonnegative().catch(0),
});

type Envelope = z.output<typeof envelope>;

const codes = { ok: 1, invalidKey: 100, notFound: 101, rateLimited: 107 };

/** Returns the envelope of a successful response; null for an unknown game. Throws ProviderFault otherwise. */
export function readResponse({ status, text: body, retryAfterMs }: ProviderResponse): Envelope | null {
  const tooMany = new ProviderFault('too-many-requests', 'the provider limits our requests', retryAfterMs);
  if (status === 420 || status === 429) throw tooMany;
  const { data } = envelope.safeParse(parseJson(body));
  if (!data && status >= 400) throw new ProviderFault('unavailable', `the provider answered ${status}`);
  if (!data) throw new ProviderFault('malformed', 'the provider returned an unknown format');
  const { status_code: code } = data;
  if (code === codes.ok) return data;
  if (code === codes.notFound) return null;
  if (code === codes.rateLimited) throw tooMany;
  if (code === codes.invalidKey)
    throw new ProviderFault('key-refused', 'the provider does not accept the configured key');
  throw new ProviderFault('unavailable', `the provider answered with its status ${code}`);
}

/** More pages would use too much of the hourly limit. */
const maxPages = 10;

export function giantBomb(baseUrl: string, key: string, channel: ProviderChannel, images: ImageSources): GameProvider {
  const ask = (
    resource: 'game' | 'search' | 'franchise',
    path: string,
    params: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<Envelope | null> => {
    const search = new URLSearchParams({ api_key: key, format: 'json', ...params });
    const url = `${baseUrl}${path}?${search}`;
    return channel.send({ resource, caller }, { method: 'GET', url, headers: {} }, readResponse);
  };
  return {
    name: 'giantbomb',
    isKeyless: false,
    describes: true,
    owns: (guid) => gameGuid.test(guid),

    async search(query, limit, caller) {
      const games = new Map<string, Game>();
      let seen = 0;
      for (let page = 1; page <= maxPages; page += 1) {
        const params = { query, resources: 'game', limit: String(limit), page: String(page) };
        const envelope = await ask('search', '/search/', params, caller).catch((fault: unknown) => {
          // The pages before it are better than nothing.
          if (fault instanceof ProviderFault && page > 1) return null;
          throw fault;
        });
        const results = z.array(z.unknown()).safeParse(envelope?.results ?? []);
        if (!results.success) throw new ProviderFault('malformed', 'the provider returned something other than a list');
        seen += results.data.length;
        for (const game of results.data.map(toGame)) if (game) games.set(game.guid, game);
        // Giant Bomb caps pages itself, so a short page is not the last; only the total shows the end.
        const total = envelope?.number_of_total_results ?? 0;
        if (results.data.length === 0 || games.size >= limit || seen >= total) break;
      }
      return [...games.values()].slice(0, limit);
    },

    async get(guid, caller) {
      if (!gameGuid.test(guid)) return null;
      const envelope = await ask('game', `/game/${guid}/`, {}, caller);
      if (!envelope) return null;
      const { results } = envelope;
      const game = toGame(results);
      if (game?.guid !== guid)
        throw new ProviderFault('malformed', 'the provider returned something other than a game');
      return { game, details: toDetails(results, images), seriesId: franchiseOf(results) };
    },

    /** A game names its franchises; only a franchise's own page lists its games. */
    async complete({ game, details, seriesId }, caller) {
      if (seriesId === null) return details;
      const params = { field_list: 'name,games' };
      const envelope = await ask('franchise', `/franchise/3025-${seriesId}/`, params, caller);
      const series = envelope && franchiseGames(envelope.results);
      return series?.games.some(({ guid }) => guid === game.guid) ? { ...details, series: [series] } : details;
    },
  };
}
