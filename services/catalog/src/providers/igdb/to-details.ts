import {
  type GameDetails,
  type GameLink,
  mostOf,
  type Screenshot,
  type TimesToBeat,
  timesToBeat,
} from '@nightshelf/contracts/game-details.ts';
import { nameLimit } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import type { ImageSources } from '../image-sources.ts';
import { anyList, cut, cutOrNull, gameNumber, lenient, listOf, named, nameOf, namesOf } from '../lenient.ts';
import { igdbImage, sized, toDate } from './to-game.ts';

const linkFields = ['name', 'first_release_date', 'cover.image_id', 'cover.url'];
const below = (name: string, fields: readonly string[]) => fields.map((field) => `${name}.${field}`);

/** Fields requested only for a single game. */
export const detailFields = [
  'genres.name',
  'themes.name',
  'involved_companies.developer',
  'involved_companies.publisher',
  'involved_companies.company.name',
  'screenshots.image_id',
  'screenshots.url',
  'collections.name',
  ...below('collections.games', linkFields),
  'franchises.name',
  ...below('franchises.games', linkFields),
  ...below('similar_games', linkFields),
].join(',');

const page = z.object({
  genres: anyList,
  themes: anyList,
  involved_companies: anyList,
  screenshots: anyList,
  collections: anyList,
  franchises: anyList,
  similar_games: anyList,
});

const company = z.object({
  company: named,
  developer: lenient(z.boolean(), false),
  publisher: lenient(z.boolean(), false),
});
const listed = named.extend({
  id: gameNumber,
  first_release_date: lenient(z.number().int(), null),
  cover: lenient(igdbImage, null),
});

const makers = (items: readonly unknown[], part: 'developer' | 'publisher') =>
  namesOf(items, mostOf.names, (item) => {
    const { data } = company.safeParse(item);
    return data?.[part] ? data.company.name : undefined;
  });

const linkOf =
  (images: ImageSources) =>
  (item: unknown): GameLink | null => {
    const { data } = listed.safeParse(item);
    const name = cutOrNull(data?.name, nameLimit);
    if (!data || name === null) return null;
    return {
      guid: `igdb-${data.id}`,
      name,
      image_url: data.cover && images.only(sized(data.cover, 't_cover_big')),
      original_release_date: toDate(data.first_release_date),
    };
  };

const toScreenshot =
  (images: ImageSources) =>
  (item: unknown): Screenshot | null => {
    const { data } = igdbImage.safeParse(item);
    const url = data ? images.only(sized(data, 't_1080p')) : null;
    const thumb = data ? images.only(sized(data, 't_screenshot_med')) : null;
    return url ? { url, thumb_url: thumb ?? url } : null;
  };

const toSeries =
  (images: ImageSources) =>
  (item: unknown): GameDetails['series'][number] | null => {
    const { data } = named.extend({ games: anyList }).safeParse(item);
    const games = listOf(data?.games ?? [], mostOf.gamesOfSeries, linkOf(images));
    // A series with this game alone is not worth showing.
    return data && games.length > 1 ? { name: cut(data.name, 200), games } : null;
  };

/** @param item the game with all its fields; missing or malformed fields are omitted */
export function toDetails(item: unknown, images: ImageSources): GameDetails {
  const { data } = page.safeParse(item);
  const companies = data?.involved_companies ?? [];
  return {
    genres: namesOf(data?.genres ?? [], mostOf.names, nameOf),
    themes: namesOf(data?.themes ?? [], mostOf.names, nameOf),
    developers: makers(companies, 'developer'),
    publishers: makers(companies, 'publisher'),
    screenshots: listOf(data?.screenshots ?? [], mostOf.screenshots, toScreenshot(images)),
    series: listOf([...(data?.collections ?? []), ...(data?.franchises ?? [])], mostOf.series, toSeries(images)),
    similar_games: listOf(data?.similar_games ?? [], mostOf.similar, linkOf(images)),
    times_to_beat: null,
  };
}

/** Returns IGDB's id of the game that the times belong to, or null. */
export const timedGame = (item: unknown): number | null =>
  z.object({ game_id: gameNumber }).safeParse(item).data?.game_id ?? null;

/** Returns a game's playing times; null when none is usable. */
export function toTimes(item: unknown): TimesToBeat | null {
  const seconds = lenient(timesToBeat.shape.hastily, null);
  const { data } = z
    .object({ hastily: seconds, normally: seconds, completely: seconds, count: lenient(timesToBeat.shape.count, 0) })
    .safeParse(item);
  return data && (data.hastily ?? data.normally ?? data.completely) !== null ? data : null;
}
