import { descriptionLimit, type Game, nameLimit } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import { anyList, cut, cutOrNull, imageUrl, lenient } from '../lenient.ts';
import { toPlatform } from './platforms.ts';

const positive = z.number().int().positive();

/** An image of IGDB; both fields may be missing. */
export interface IgdbImage {
  readonly image_id: string | null;
  readonly url: string | null;
}

export const igdbImage = z.object({
  image_id: lenient(z.string().regex(/^\w+$/), null),
  url: lenient(z.string(), null),
});

/** IGDB omits unknown fields. */
const igdbGame = z.object({
  id: positive,
  name: z.string().trim().min(1),
  summary: lenient(z.string(), null),
  first_release_date: lenient(z.number().int(), null),
  rating_count: lenient(z.number().int().nonnegative(), 0),
  cover: lenient(igdbImage, null),
  platforms: anyList,
  alternative_names: anyList,
});

const platform = z.object({ id: positive, name: z.string().min(1), abbreviation: lenient(z.string(), null) });
const alternative = z.object({ name: z.string().min(1) });

/** Fields requested for every game. */
export const fields = [
  'name',
  'slug',
  'summary',
  'first_release_date',
  'rating_count',
  'cover.image_id',
  'cover.url',
  'platforms.id',
  'platforms.name',
  'platforms.abbreviation',
  'alternative_names.name',
].join(',');

/** Returns null for an item that is not a game. */
export function toGame(item: unknown): Game | null {
  const parsed = igdbGame.safeParse(item);
  if (!parsed.success) return null;
  const game = parsed.data;
  const name = cutOrNull(game.name, nameLimit);
  if (name === null) return null;
  const image = game.cover && toCover(game.cover);
  const aliases = game.alternative_names.flatMap((entry) => alternative.safeParse(entry).data?.name ?? []);
  return {
    guid: `igdb-${game.id}`,
    id: null,
    name,
    deck: null,
    original_release_date: toDate(game.first_release_date),
    image,
    image_url: image?.medium_url ?? null,
    platforms: game.platforms
      .flatMap((entry) => {
        const { data } = platform.safeParse(entry);
        return data ? [toPlatform(data.id, cut(data.name, 200), cutOrNull(data.abbreviation, 40))] : [];
      })
      .slice(0, 100),
    description: toDescription(game.summary),
    aliases: cutOrNull(aliases.join('\n'), 5000),
    number_of_user_reviews: game.rating_count,
    original_game_rating: null,
  };
}

/** The same form as Giant Bomb's descriptions: HTML with a heading for the overview. */
function toDescription(summary: string | null): string | null {
  const text = cutOrNull(summary, descriptionLimit / 8);
  if (text === null) return null;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<h2>Overview</h2><p>${escaped}</p>`;
}

/** @param seconds since 1970 */
export function toDate(seconds: number | null): string | null {
  const date = seconds === null ? null : new Date(seconds * 1000);
  if (!date || Number.isNaN(date.getTime())) return null;
  const day = date.toISOString().slice(0, 10);
  return z.iso.date().safeParse(day).success ? day : null;
}

/**
 * Returns an image's address in another size; IGDB's addresses differ in one part only.
 * @param size such as `t_thumb`
 */
export function sized({ image_id: id, url }: IgdbImage, size: string): string | null {
  const base = url?.startsWith('//') ? `https:${url}` : url;
  return imageUrl(
    base && /\/t_\w+\//.test(base)
      ? base.replace(/\/t_\w+\//, `/${size}/`)
      : id && `https://images.igdb.com/igdb/image/upload/${size}/${id}.jpg`,
  );
}

const toCover = (image: IgdbImage): Game['image'] => ({
  small_url: sized(image, 't_cover_small'),
  medium_url: sized(image, 't_cover_big'),
  thumb_url: sized(image, 't_thumb'),
  screen_large_url: sized(image, 't_720p'),
});
