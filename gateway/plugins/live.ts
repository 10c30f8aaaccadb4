import { parse } from 'node:querystring';
import { liveTopics } from '@nightshelf/contracts/live.ts';
import { CodedError, invalid, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { beginResponse, sendFailure } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';

/** Tells nginx and other proxies not to buffer the stream. */
const headers = ['content-type', 'text/event-stream', 'cache-control', 'no-store', 'x-accel-buffering', 'no'];

const tooMany = () =>
  new CodedError(429, 'gateway.too_many_at_once', 'Too many open streams. Please close some first.', {
    headers: { 'retry-after': '30' },
  });

/**
 * Opens a stream of notifications: `GET /api/live`. Notifications carry no protected data; the calls that fetch it
 * check access.
 */
export const live: Policy = {
  name: 'live',
  create:
    ({ live: { streams, sessionWatch }, metrics }) =>
    (request, response) => {
      const { session, address } = request.exchange;
      if (!session) return sendFailure(request, response, unauthenticated());
      const [, query = ''] = /\?(.*)/.exec(request.url ?? '') ?? [];
      // A repeated name becomes a list, which the schema rejects.
      const topics = liveTopics.safeParse({ ...parse(query) });
      if (!topics.success) return sendFailure(request, response, invalid(topics.error.flatten().fieldErrors));
      // The caller may have left while earlier policies awaited Redis.
      if (response.destroyed) return;
      const { id: sessionId, userId } = session;
      if (!streams.hasRoom({ userId, address })) {
        metrics.limited.inc({ limit: 'live' });
        return sendFailure(request, response, tooMany());
      }
      // The body has neither a length nor chunks: it ends with the connection.
      response.shouldKeepAlive = false;
      response.removeHeader('transfer-encoding');
      beginResponse(request, response, 200, headers);
      const { users: pages, games } = topics.data;
      streams.open(response, { userId, sessionId, address, pages, games });
      sessionWatch.check(sessionId);
    },
};
