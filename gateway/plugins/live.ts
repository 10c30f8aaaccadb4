import { liveTopics } from '@nightshelf/contracts/live.ts';
import { CodedError, invalid, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { GatewayRequest } from '../src/http/exchange.ts';
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
      const topics = liveTopics.safeParse(queryOf(request));
      if (!topics.success) return sendFailure(request, response, invalid(topics.error.flatten().fieldErrors));
      // The caller may have left while earlier policies awaited Redis.
      if (response.destroyed) return;
      const { id: sessionId, userId } = session;
      if (!streams.hasRoom({ userId, address })) {
        metrics.limited('live');
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

/** A repeated name becomes a list, which the topics schema rejects. */
function queryOf({ url = '' }: GatewayRequest): Record<string, string | string[]> {
  const at = url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
  const entries = [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name);
    return [name, values.length === 1 ? (values[0] ?? '') : values] as const;
  });
  return Object.fromEntries(entries);
}
