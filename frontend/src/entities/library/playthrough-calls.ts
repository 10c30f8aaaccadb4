import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { request } from '../../lib/request.ts';
import type { Sent } from './api.ts';
import { wordsOfPlaythrough } from './sync/playthroughs.ts';

/** @param playthrough with the id that it will have */
export const addPlaythrough = (entryId: string, playthrough: Playthrough, sent: Sent) =>
  request<typeof playthroughCalls.addPlaythrough>(
    {
      method: 'POST',
      path: '/api/games/library/:id/playthroughs',
      params: { id: entryId },
      body: { id: playthrough.id, ...wordsOfPlaythrough(playthrough) },
    },
    sent,
  );

/** @param playthrough with the version that was edited; the server rejects any other version (see `playthroughNow`) */
export const changePlaythrough = (playthrough: Playthrough, sent: Sent) =>
  request<typeof playthroughCalls.changePlaythrough>(
    {
      method: 'PUT',
      path: '/api/games/library/playthroughs/:id',
      params: { id: playthrough.id },
      body: { ...wordsOfPlaythrough(playthrough), if_version: playthrough.version },
    },
    sent,
  );

export const removePlaythrough = (id: string, sent: Sent) =>
  request<typeof playthroughCalls.removePlaythrough>(
    { method: 'DELETE', path: '/api/games/library/playthroughs/:id', params: { id } },
    sent,
  );

/** Returns the current playthrough when the server rejected a change because of a newer version. */
export const playthroughNow = (error: unknown): Playthrough | undefined =>
  error instanceof ApiError && error.code === 'library.playthrough_changed'
    ? (error.failure as { readonly playthrough?: Playthrough }).playthrough
    : undefined;
