import type * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { request } from '../../lib/request.ts';
import type { Sent } from './api.ts';
import { wordsOf } from './sync/play-hours.ts';

/** @param session with the id that it will have */
export const logSession = (entryId: string, session: PlaySession, sent: Sent) =>
  request<typeof journalCalls.logPlaySession>(
    {
      method: 'POST',
      path: '/api/games/library/:id/sessions',
      params: { id: entryId },
      body: { id: session.id, ...wordsOf(session) },
    },
    sent,
  );

/** @param session with the version that was edited; the server rejects any other version (see `sessionNow`) */
export const changeSession = (session: PlaySession, sent: Sent) =>
  request<typeof journalCalls.changePlaySession>(
    {
      method: 'PUT',
      path: '/api/games/library/sessions/:id',
      params: { id: session.id },
      body: { ...wordsOf(session), if_version: session.version },
    },
    sent,
  );

export const removeSession = (id: string, sent: Sent) =>
  request<typeof journalCalls.removePlaySession>(
    { method: 'DELETE', path: '/api/games/library/sessions/:id', params: { id } },
    sent,
  );

/** Returns the current session when the server rejected a change because of a newer version. */
export const sessionNow = (error: unknown): PlaySession | undefined =>
  error instanceof ApiError && error.code === 'library.play_session_changed'
    ? (error.failure as { readonly session?: PlaySession }).session
    : undefined;
