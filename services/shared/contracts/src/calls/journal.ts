import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import { fromPage, id, limit, nextPage } from '../fields.ts';
import { hoursPlayed, libraryEntry } from '../library-entry.ts';
import { playLimits } from '../limits.ts';
import { dayCursor, month, newPlaySession, playedDay, playSession, playSessionChange } from '../play-sessions.ts';

const writing = { scope: 'library:write', limits: playLimits } as const;

const sessionChanged = failure.extend({ code: z.literal('library.play_session_changed'), session: playSession });
const entryNow = libraryEntry.meta({ description: 'The current entry, with hours including its sessions.' });

export const listPlaySessions = defineCall('GET /api/games/library/sessions', {
  scope: 'library:read',
  summary: 'The user’s sessions of an entry, of a month, or all; newest day first',
  query: z.object({
    entry_id: id.optional(),
    month: month.optional(),
    limit: limit(50, 100),
    before: fromPage(dayCursor),
  }),
  answer: answer({
    sessions: z.array(playSession),
    next: nextPage(dayCursor),
    hours: z
      .object({ typed: hoursPlayed, minutes: z.number().int().nonnegative() })
      .optional()
      .meta({ description: 'For one entry: typed hours and sessions logged since.' }),
  }),
});

export const listPlayedDays = defineCall('GET /api/games/library/sessions/days', {
  scope: 'library:read',
  summary: 'Days of a month with sessions and their total minutes, in order',
  query: z.object({ month }),
  answer: answer({ minutes: z.number().int().nonnegative(), days: z.array(playedDay) }),
});

export const logPlaySession = defineCall('POST /api/games/library/:id/sessions', {
  ...writing,
  summary:
    "Log a session. An entry's hours are the last typed value plus all sessions logged since, rounded to half hours",
  refuses: ['library.entry_not_found', 'library.journal_full'],
  params: z.object({ id }),
  body: newPlaySession,
  answer: answer({ session: playSession, user_game: entryNow }),
  status: 201,
});

export const changePlaySession = defineCall('PUT /api/games/library/sessions/:id', {
  ...writing,
  summary:
    "Change a session; omitted fields keep their value. The entry's hours follow unless they were typed later. With if_version, 409 with the current session if it changed",
  refuses: ['library.play_session_not_found', 'library.play_session_changed'],
  params: z.object({ id }),
  body: playSessionChange,
  answer: answer({ session: playSession, user_game: entryNow }),
  failures: { 409: z.union([sessionChanged, failure]) },
});

export const removePlaySession = defineCall('DELETE /api/games/library/sessions/:id', {
  ...writing,
  summary: "Remove a session. Its minutes leave the entry's hours unless those were typed later",
  refuses: ['library.play_session_not_found'],
  params: z.object({ id }),
  answer: answer({ user_game: entryNow }),
});
