import { type GameDetails, type GameLink, mostOf, type Screenshot } from '@nightshelf/contracts/game-details.ts';
import { nameLimit } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import type { ImageSources } from '../image-sources.ts';
import { anyList, cut, gameNumber, imageUrl, lenient, listOf, named, nameOf, namesOf } from '../lenient.ts';

const optionalText = lenient(z.string(), null);

/** Fields that only a game's own page has. */
const page = z.object({
  genres: anyList,
  themes: anyList,
  developers: anyList,
  publishers: anyList,
  franchises: anyList,
  similar_games: anyList,
  images: anyList,
});

const numbered = named.extend({ id: gameNumber });
const picture = z.object({
  medium_url: optionalText,
  super_url: optionalText,
  screen_large_url: optionalText,
  original_url: optionalText,
  original: optionalText,
  tags: optionalText,
});

const namesIn = (items: readonly unknown[]) => namesOf(items, mostOf.names, nameOf);

function linkOf(item: unknown): GameLink | null {
  const { data } = numbered.safeParse(item);
  const name = data ? cut(data.name, nameLimit) : '';
  return data && name ? { guid: `3030-${data.id}`, name, image_url: null, original_release_date: null } : null;
}

/** Giant Bomb mixes box art into a game's images. */
const toScreenshot =
  (images: ImageSources) =>
  (item: unknown): Screenshot | null => {
    const { data } = picture.safeParse(item);
    if (!data || /box art/i.test(data.tags ?? '')) return null;
    const large = [data.super_url, data.original_url, data.original, data.screen_large_url].map(imageUrl);
    const url = images.only(large.find((address) => address !== null) ?? null);
    return url ? { url, thumb_url: images.only(imageUrl(data.medium_url)) ?? url } : null;
  };

/** @param item the game's own page; missing or malformed fields are omitted */
export function toDetails(item: unknown, images: ImageSources): GameDetails {
  const { data } = page.safeParse(item);
  return {
    genres: namesIn(data?.genres ?? []),
    themes: namesIn(data?.themes ?? []),
    developers: namesIn(data?.developers ?? []),
    publishers: namesIn(data?.publishers ?? []),
    screenshots: listOf(data?.images ?? [], mostOf.screenshots, toScreenshot(images)),
    series: [],
    similar_games: listOf(data?.similar_games ?? [], mostOf.similar, linkOf),
    times_to_beat: null,
  };
}

/** Returns the id of the game's first franchise. */
export function franchiseOf(item: unknown): number | null {
  const { data } = page.safeParse(item);
  return listOf(data?.franchises ?? [], 1, (entry) => numbered.safeParse(entry).data?.id)[0] ?? null;
}

/** Returns a franchise page as a series; null for anything else. */
export function franchiseGames(item: unknown): GameDetails['series'][number] | null {
  const { data } = named.extend({ games: anyList }).safeParse(item);
  return data ? { name: cut(data.name, 200), games: listOf(data.games, mostOf.gamesOfSeries, linkOf) } : null;
}
