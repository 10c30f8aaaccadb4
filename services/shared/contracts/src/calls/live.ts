import { z } from 'zod';
import { defineCall } from '../call.ts';
import { liveTopics } from '../live.ts';

/** Served by the gateway itself. No HEAD, because the response is endless. */
export const openLive = defineCall('GET /api/live', {
  endless: true,
  summary:
    'Change notifications as server-sent events: for the user’s vault, followers and notifications, and for the given users’ pages and games. They report that something changed, never what',
  query: liveTopics,
  mediaType: 'text/event-stream',
  answer: z.unknown(),
});
