import { z } from 'zod';
import { change, id, text } from './fields.ts';
import { entryVersion } from './library-entry.ts';
import { minutesRule, mostOfNote } from './play-rules.ts';
import { day, playedGame } from './playthroughs.ts';

const minutes = z
  .number()
  .int('Minutes must be a whole number')
  .min(minutesRule.min.value, minutesRule.min.message)
  .max(minutesRule.max.value, minutesRule.max.message);
const note = text(mostOfNote).trim().nullable().meta({ description: 'Note; null or blank for none.' });
const spoiler = z.boolean().meta({ description: 'Whether the note contains spoilers.' });
const playthroughId = id.nullable().meta({ description: 'Playthrough of the same game.' });

/** A month such as 2026-03. */
export const month = z.string().regex(/^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/, 'Must be a month, for example 2026-03');

/** A play session of a game in the vault. */
export const playSession = z.object({
  id,
  version: entryVersion.meta({ description: 'Version, from 1.' }),
  entry_id: id,
  game: playedGame,
  day,
  minutes,
  note,
  spoiler,
  playthrough_id: playthroughId,
  counts: z
    .boolean()
    .meta({ description: "Whether it counts toward the entry's hours, because those were not typed later." }),
});

export const newPlaySession = z.object({
  id: id.optional().meta({
    description: 'Id of the session, a UUID version 7. A repeated request with the same id does not log it again.',
  }),
  day: day.meta({ description: "Day in the user's calendar, today at the latest." }),
  minutes,
  note: note.default(null),
  spoiler: spoiler.default(false),
  playthrough_id: playthroughId.default(null),
});

const changeable = { day, minutes, note, spoiler, playthrough_id: playthroughId };

export const playSessionChange = change(changeable, { if_version: entryVersion });

/** A day on which the user played. */
export const playedDay = z.object({
  day,
  minutes: z.number().int().positive(),
  sessions: z.number().int().positive(),
  game: playedGame.meta({ description: 'The game played longest on that day.' }),
});

/** Cursor after a page of a list ordered by day: the days since 1970 and the session's id. */
export const dayCursor = z
  .string()
  .regex(/^\d{1,5}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Must be the end of a page')
  .meta({ description: 'Opaque cursor for the next page.' });

export type PlaySession = z.infer<typeof playSession>;
export type PlayedDay = z.infer<typeof playedDay>;
