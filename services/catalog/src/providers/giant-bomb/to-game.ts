import { descriptionLimit, type Game, nameLimit } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import { anyList, cut, cutOrNull, dateOf, imageUrl, lenient } from '../lenient.ts';

/** Type 3030 (game) and the game's id. */
export const giantBombGuid = /^3030-\d{1,12}$/;

const optionalText = lenient(z.string(), null);

const image = z.object({
  small_url: optionalText,
  medium_url: optionalText,
  thumb_url: optionalText,
  screen_large_url: optionalText,
});

const platform = z.object({
  id: lenient(z.number().int().positive(), null),
  name: z.string().min(1),
  abbreviation: optionalText,
});

/** A game in a list or on its own. Requires only an identity and a name. */
const giantBombGame = z.object({
  id: lenient(z.number().int().positive(), null),
  guid: lenient(z.string().regex(giantBombGuid), null),
  name: z.string().trim().min(1),
  deck: optionalText,
  description: optionalText,
  aliases: optionalText,
  original_release_date: optionalText,
  number_of_user_reviews: lenient(z.coerce.number().int().nonnegative(), 0),
  image: lenient(image, null),
  platforms: anyList,
  original_game_rating: anyList,
});

const rating = z.object({ name: z.string().min(1) });

/** Returns null for an item that is not a game. */
export function toGame(item: unknown): Game | null {
  const parsed = giantBombGame.safeParse(item);
  if (!parsed.success) return null;
  const game = parsed.data;
  // Older responses lack the guid, which always derives from the id.
  const ownGuid = game.guid ?? (game.id === null ? null : `3030-${game.id}`);
  const name = cutOrNull(game.name, nameLimit);
  if (ownGuid === null || name === null) return null;
  const picture = game.image && {
    small_url: imageUrl(game.image.small_url),
    medium_url: imageUrl(game.image.medium_url),
    thumb_url: imageUrl(game.image.thumb_url),
    screen_large_url: imageUrl(game.image.screen_large_url),
  };
  return {
    guid: ownGuid,
    id: null,
    name,
    deck: cutOrNull(game.deck, 5000),
    original_release_date: dateOf(game.original_release_date),
    image: picture,
    image_url: picture && (picture.medium_url ?? picture.screen_large_url ?? picture.small_url),
    platforms: game.platforms.flatMap(toPlatform).slice(0, 100),
    description: cutOrNull(game.description, descriptionLimit),
    aliases: cutOrNull(game.aliases?.replace(/\r\n?/g, '\n'), 5000),
    number_of_user_reviews: game.number_of_user_reviews,
    original_game_rating: game.original_game_rating.flatMap(toRating)[0] ?? null,
  };
}

function toPlatform(item: unknown): Game['platforms'] {
  const parsed = platform.safeParse(item);
  if (!parsed.success) return [];
  const { id, name, abbreviation } = parsed.data;
  return [
    { id, guid: id === null ? null : `3045-${id}`, name: cut(name, 200), abbreviation: cutOrNull(abbreviation, 40) },
  ];
}

function toRating(item: unknown): { name: string }[] {
  const parsed = rating.safeParse(item);
  return parsed.success ? [{ name: cut(parsed.data.name, 200) }] : [];
}
