import { z } from 'zod';
import { guid, text } from './fields.ts';
import { nameLimit, webAddress } from './games.ts';

/** Maximum number of each that is stored and returned for a game. */
export const mostOf = { names: 20, screenshots: 20, series: 3, gamesOfSeries: 100, similar: 24, colours: 3 } as const;

const names = z.array(text(200)).max(mostOf.names);

/** Another game, with the data that is stored here. */
export const gameLink = z.object({
  guid,
  name: text(nameLimit),
  image_url: webAddress.nullable(),
  original_release_date: z.iso.date().nullable(),
});

export const screenshot = z.object({
  thumb_url: webAddress.meta({ description: 'About 500 pixels wide.' }),
  url: webAddress.meta({ description: 'Largest size of the provider.' }),
});

const seconds = z.number().int().positive().max(100_000_000).nullable();

export const timesToBeat = z.object({
  hastily: seconds.meta({ description: 'Main story, in seconds.' }),
  normally: seconds.meta({ description: 'Main story and extras, in seconds.' }),
  completely: seconds.meta({ description: 'Completionist, in seconds.' }),
  count: z.number().int().nonnegative().meta({ description: 'Number of players.' }),
});

/** A color of a cover in OKLCH, limited so that it can tint a page of either theme. */
export const coverColour = z.object({
  lightness: z.number().min(0).max(1),
  chroma: z.number().min(0).max(0.4),
  hue: z.number().min(0).max(360).meta({ description: 'Degrees.' }),
});

/** Fields that a game's page shows in addition to those in lists. */
export const gameDetails = z.object({
  genres: names,
  themes: names,
  developers: names,
  publishers: names,
  screenshots: z.array(screenshot).max(mostOf.screenshots),
  series: z
    .array(
      z.object({
        name: text(200),
        games: z.array(gameLink).max(mostOf.gamesOfSeries).meta({
          description: 'With this one among them, by release date where dates are known; those without one last.',
        }),
      }),
    )
    .max(mostOf.series),
  similar_games: z.array(gameLink).max(mostOf.similar),
  times_to_beat: timesToBeat.nullable(),
});

export type GameLink = z.infer<typeof gameLink>;
export type Screenshot = z.infer<typeof screenshot>;
export type TimesToBeat = z.infer<typeof timesToBeat>;
export type CoverColour = z.infer<typeof coverColour>;
export type GameDetails = z.infer<typeof gameDetails>;
