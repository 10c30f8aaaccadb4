import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import { id, limit } from '../fields.ts';
import { hoursPlayed, libraryEntry } from '../library-entry.ts';
import { playLimits } from '../limits.ts';
import { dayCursor, month, newPlaySession, playedDay, playSession, playSessionChange } from '../play-sessions.ts';

const sessionChanged = failure.extend({ code: z.literal('library.play_session_changed'), session: playSession });
const entryNow = libraryEntry.meta({
  description: 'The entry as it is now, with the hours that follow from its sessions.',
});

export const listPlaySessions = defineCall({
  method: 'GET',
  path: '/api/games/library/sessions',
  access: 'guarded',
  scope: 'library:read',
  summary: 'The sessions in which the user played, of one entry, of one month, or all; the newest day first',
  query: z.object({
    entry_id: id.optional(),
    month: month.optional(),
    limit: limit(50, 100),
    before: dayCursor.optional().meta({ description: 'The `next` of the page before.' }),
  }),
  answer: answer({
    sessions: z.array(playSession),
    next: dayCursor.nullable().meta({ description: 'Null where there are no more.' }),
    hours: z
      .object({ typed: hoursPlayed, minutes: z.number().int().nonnegative() })
      .optional()
      .meta({ description: 'Of one entry: what its hours are made of, typed and logged since.' }),
  }),
});

export const listPlayedDays = defineCall({
  method: 'GET',
  path: '/api/games/library/sessions/days',
  access: 'guarded',
  scope: 'library:read',
  summary: 'The days of a month on which the user played, in their order, and how long',
  query: z.object({ month }),
  answer: answer({ minutes: z.number().int().nonnegative(), days: z.array(playedDay) }),
});

export const logPlaySession = defineCall({
  method: 'POST',
  path: '/api/games/library/:id/sessions',
  limits: playLimits,
  access: 'guarded',
  scope: 'library:write',
  summary:
    "Log a session of an entry of one's own vault. Its minutes are added to the entry's hours: those are what was typed last and all sessions logged since, to the nearest half hour",
  refuses: ['library.entry_not_found', 'library.journal_full'],
  params: z.object({ id }),
  body: newPlaySession,
  answer: answer({ session: playSession, user_game: entryNow }),
  status: 201,
});

export const changePlaySession = defineCall({
  method: 'PUT',
  path: '/api/games/library/sessions/:id',
  limits: playLimits,
  access: 'guarded',
  scope: 'library:write',
  summary:
    "Change a session; fields left out keep their value. The entry's hours follow, unless they were typed since it was logged. With if_version only while that still is its version: else 409 with the session as it now is",
  refuses: ['library.play_session_not_found', 'library.play_session_changed'],
  params: z.object({ id }),
  body: playSessionChange,
  answer: answer({ session: playSession, user_game: entryNow }),
  failures: { 409: z.union([sessionChanged, failure]) },
});

export const removePlaySession = defineCall({
  method: 'DELETE',
  path: '/api/games/library/sessions/:id',
  limits: playLimits,
  access: 'guarded',
  scope: 'library:write',
  summary: "Remove a session. The entry's hours lose its minutes, unless they were typed since it was logged",
  refuses: ['library.play_session_not_found'],
  params: z.object({ id }),
  answer: answer({ user_game: entryNow }),
});
