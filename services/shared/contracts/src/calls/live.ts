import { z } from 'zod';
import { defineCall } from '../call.ts';
import { liveTopics } from '../live.ts';

/** Served by the gateway itself. No HEAD, because the response is endless. */
export const openLive = defineCall({
  method: 'GET',
  path: '/api/live',
  access: 'guarded',
  endless: true,
  summary:
    'Hints of what has just changed, as server-sent events: of one’s own vault, followers and notifications, and of the users’ pages and games that are named. A hint says that something changed, never what',
  query: liveTopics,
  mediaType: 'text/event-stream',
  answer: z.unknown(),
});
