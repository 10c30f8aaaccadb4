import { z } from 'zod';
import { id, text } from './fields.ts';
import { gameSummary } from './games.ts';
import { entryVersion, hoursPlayed, platformId } from './library-entry.ts';
import { completions, playthroughRule } from './play-rules.ts';

/** A day in the user's own calendar, such as 2026-03-01. */
export const day = z.iso
  .date()
  .regex(/^(19[7-9]\d|20\d\d)-/, 'Must be a day from 1970 to 2099')
  .meta({ description: "A day in the user's own calendar, from 1970 to 2099." });

/** The game of an entry, with the data that lists show. */
export const playedGame = z.object({
  guid: gameSummary.shape.guid,
  name: gameSummary.shape.name,
  image_url: gameSummary.shape.image_url,
});

const copy = text(playthroughRule.copy)
  .trim()
  .nullable()
  .meta({ description: 'The store or the copy that is played, in words; null or blank for none.' });
const completion = z
  .enum(completions)
  .nullable()
  .meta({ description: 'How far it went; null while it goes on. The status of the entry is left as it is.' });
const droppedAt = text(playthroughRule.droppedAt)
  .trim()
  .nullable()
  .meta({ description: 'Where it was dropped, in words; only with the completion dropped.' });

const said = {
  platform_id: platformId,
  copy,
  started_on: day.nullable(),
  ended_on: day.nullable(),
  hours: hoursPlayed.meta({ description: "Of this playthrough, as typed; the entry's hours do not follow." }),
  completion,
  dropped_at: droppedAt,
};

/** A playthrough of a game in the vault. */
export const playthrough = z.object({
  id,
  version: entryVersion.meta({ description: 'Counts its changes from 1.' }),
  entry_id: id,
  game: playedGame,
  ...said,
  platform: z.object({ id: platformId, name: z.string() }).nullable(),
});

export const newPlaythrough = z.object({
  id: id.optional().meta({
    description:
      'Names the playthrough: sent again, however late, it is not added a second time. To stand in the order in which they were added it is a UUID of version 7.',
  }),
  platform_id: platformId.default(null),
  copy: copy.default(null),
  started_on: day.nullable().default(null),
  ended_on: day.nullable().default(null),
  hours: said.hours.default(null),
  completion: completion.default(null),
  dropped_at: droppedAt.default(null),
});

export const playthroughChange = z
  .object({ ...said, if_version: entryVersion })
  .partial()
  .refine(({ if_version: _, ...fields }) => Object.keys(fields).length > 0, 'Nothing to change')
  .meta({ anyOf: Object.keys(said).map((field) => ({ required: [field] })) });

/** How much a user has finished. A completed game without a playthrough counts as one in both figures. */
export const playFigures = z.object({
  games_finished: z.number().int().nonnegative().meta({
    description:
      'Games that are completed, or of which a playthrough was finished; each once, however often it was replayed.',
  }),
  playthroughs_finished: z.number().int().nonnegative().meta({
    description: 'Playthroughs that were finished, and once each game that is completed without one.',
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
    people: z.number().int().min(fewestPlayers).meta({ description: 'Whose playthroughs they are.' }),
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
