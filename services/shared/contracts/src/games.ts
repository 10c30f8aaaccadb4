import { z } from 'zod';
import { guid, text } from './fields.ts';

/** Maximum characters; no known catalog has longer names. */
export const nameLimit = 500;
export const descriptionLimit = 200_000;

/** Maximum games in one response or one caching call. */
export const maxResults = 100;

/** Maximum games in search suggestions. */
export const maxSuggestions = 20;

/** The source of an external search that was served from stored games. */
export const storedSource = 'catalog';

/** The source when no provider has keys and Wikidata is unreachable, so that only the offline catalog is left. */
export const offlineSource = 'offline-catalogue';

/** The external sources of games, chosen and ordered by `providersIn` of the catalog. */
export const gameProviders = ['igdb', 'giantbomb', 'wikidata'] as const;

/** Prefixes of the guids of the offline catalog and of games that users have added. */
export const catalogueGuidPrefix = 'cat-';
export const ownGuidPrefix = 'own-';

export const webAddress = text(2048).regex(/^https?:\/\/[^\s]+$/i, 'Must be a web address');

/** An external picture, or the cover of a user's own game. */
const coverAddress = text(2048).regex(/^(?:https?:\/\/[^\s]+|\/api\/[^\s]+)$/i, 'Must be a web address');

const gameImage = z.object({
  small_url: webAddress.nullable().default(null),
  medium_url: webAddress.nullable().default(null),
  thumb_url: webAddress.nullable().default(null),
  screen_large_url: webAddress.nullable().default(null),
});

const gamePlatform = z.object({
  id: z.number().int().nullable().default(null),
  guid: text(80).nullable().default(null),
  name: text(200),
  abbreviation: text(40).nullable().default(null),
});

/** The fields of a game that cards show and events contain. */
export const gameSummary = z.object({
  guid,
  id: z.number().int().nullable().meta({ description: 'Id in the catalog; null while not stored.' }),
  name: text(nameLimit),
  deck: text(5000).nullable(),
  original_release_date: z.iso.date().nullable(),
  partial_release_date: z
    .string()
    .regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'Must be a year or a month')
    .nullish()
    .meta({ description: 'The year (`1992`) or month (`1992-06`) where the day is not known.' }),
  image: gameImage.nullable(),
  image_url: coverAddress.nullable(),
  platforms: z.array(gamePlatform).max(100),
});

export const game = gameSummary.extend({
  description: text(descriptionLimit)
    .nullable()
    .meta({ description: 'Untrusted HTML of the provider; do not render it.' }),
  aliases: text(5000).nullable().meta({ description: 'Separated by newlines.' }),
  number_of_user_reviews: z.number().int().nonnegative(),
  original_game_rating: z.object({ name: text(200) }).nullable(),
});

/** The fields of a game in a search suggestion. */
export const gameSuggestion = gameSummary.omit({ deck: true });

export type GameProviderName = (typeof gameProviders)[number];
export type GameImage = z.infer<typeof gameImage>;
export type GamePlatform = z.infer<typeof gamePlatform>;
export type GameSummary = z.infer<typeof gameSummary>;
export type GameSuggestion = z.infer<typeof gameSuggestion>;
export type Game = z.infer<typeof game>;
