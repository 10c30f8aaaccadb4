import { z } from 'zod';
import { change, id, text } from './fields.ts';
import { gameSummary } from './games.ts';
import { entryVersion, hoursPlayed, platformId } from './library-entry.ts';
import { completions, playthroughRule } from './play-rules.ts';

/** A day in the user's own calendar, such as 2026-03-01. */
export const day = z.iso
  .date()
  .regex(/^(19[7-9]\d|20\d\d)-/, 'Must be a day from 1970 to 2099')
  .meta({ description: "Day in the user's calendar, from 1970 to 2099." });

/** The game of an entry, with the data that lists show. */
export const playedGame = gameSummary.pick({ guid: true, name: true, image_url: true });

/** An entry, with as much of its game as its cover shows. */
export const coveredEntry = z.object({ entry_id: id, ...playedGame.shape });

const copy = text(playthroughRule.copy)
  .trim()
  .nullable()
  .meta({ description: 'Store or copy; null or blank for none.' });
const completion = z
  .enum(completions)
  .nullable()
  .meta({ description: 'Completion; null while in progress. The entry’s status does not change.' });
const droppedAt = text(playthroughRule.droppedAt)
  .trim()
  .nullable()
  .meta({ description: 'Where it was dropped, in words; only with the completion dropped.' });

const fields = {
  platform_id: platformId,
  copy,
  started_on: day.nullable(),
  ended_on: day.nullable(),
  hours: hoursPlayed.meta({ description: "Typed hours of this playthrough; the entry's hours do not change." }),
  completion,
  dropped_at: droppedAt,
};

/** A playthrough of a game in the vault. */
export const playthrough = z.object({
  id,
  version: entryVersion.meta({ description: 'Version, from 1.' }),
  entry_id: id,
  game: playedGame,
  ...fields,
  platform: z.object({ id: platformId, name: z.string() }).nullable(),
});

export const newPlaythrough = z.object({
  id: id.optional().meta({
    description: 'Id of the playthrough, a UUID version 7. A repeated request with the same id does not add it again.',
  }),
  platform_id: platformId.default(null),
  copy: copy.default(null),
  started_on: day.nullable().default(null),
  ended_on: day.nullable().default(null),
  hours: fields.hours.default(null),
  completion: completion.default(null),
  dropped_at: droppedAt.default(null),
});

export const playthroughChange = change(fields, { if_version: entryVersion });

/** How much a user has finished. A completed game without a playthrough counts as one in both figures. */
export const playFigures = z.object({
  games_finished: z.number().int().nonnegative().meta({
    description: 'Completed games and games with a finished playthrough; each counts once.',
  }),
  playthroughs_finished: z.number().int().nonnegative().meta({
    description: 'Finished playthroughs, plus completed games without one.',
  }),
});

/** Figures over users are shown from this number of users on. */
export const fewestPlayers = 5;

const playersTime = z
  .object({
    hours: z
      .number()
      .positive()
      .meta({ description: 'The median, rounded to 1 hour below 20 hours and to 5 hours above.' }),
    people: z.number().int().min(fewestPlayers).meta({ description: 'Number of players.' }),
  })
  .nullable();

/** How long users took to finish a game. */
export const playersTimes = z.object({
  guid: gameSummary.shape.guid,
  story: playersTime,
  extras: playersTime,
  everything: playersTime,
});

export type Playthrough = z.infer<typeof playthrough>;
export type PlaythroughFields = z.infer<typeof newPlaythrough>;
export type PlayedGame = z.infer<typeof playedGame>;
export type PlayersTimes = z.infer<typeof playersTimes>;
export type PlayFigures = z.infer<typeof playFigures>;
