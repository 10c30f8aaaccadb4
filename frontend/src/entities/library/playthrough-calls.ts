import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { request } from '../../lib/request.ts';
import type { Sent } from './api.ts';
import { wordsOfPlaythrough } from './sync/playthroughs.ts';

/** @param playthrough under the id that it is to have */
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

/** @param playthrough of the version that was changed: of any other it is refused (`playthroughNow`) */
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

/** The playthrough as it is now, where a change was refused because it had changed meanwhile. */
export const playthroughNow = (error: unknown): Playthrough | undefined =>
  error instanceof ApiError && error.code === 'library.playthrough_changed'
    ? (error.failure as { readonly playthrough?: Playthrough }).playthrough
    : undefined;
