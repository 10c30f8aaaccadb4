import { liveTopics } from '@nightshelf/contracts/live.ts';
import { CodedError, invalid, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { beginAnswer, sendFailure } from '../src/http/answer.ts';
import type { GatewayRequest } from '../src/http/exchange.ts';
import type { Policy } from './policy.ts';

/** For nginx among others: what is sent is wanted at once. */
const headers = ['content-type', 'text/event-stream', 'cache-control', 'no-store', 'x-accel-buffering', 'no'];

const tooMany = () =>
  new CodedError(429, 'gateway.too_many_at_once', 'Too many streams are open. Please close some first.', {
    headers: { 'retry-after': '30' },
  });

/** Opens a stream of hints: `GET /api/live`. Whoever may not see what a hint is about is not shown it when they ask for it. */
export const live: Policy = {
  name: 'live',
  create:
    ({ live: { streams, sessionWatch }, metrics }) =>
    (request, response) => {
      const { session, address } = request.exchange;
      if (!session) return sendFailure(request, response, unauthenticated());
      const topics = liveTopics.safeParse(queryOf(request));
      if (!topics.success) return sendFailure(request, response, invalid(topics.error.flatten().fieldErrors));
      // The caller may have left while limits and session were looked up.
      if (response.destroyed) return;
      const { id: sessionId, userId } = session;
      if (!streams.hasRoom({ userId, address })) {
        metrics.limited('live');
        return sendFailure(request, response, tooMany());
      }
      // The body has no length, and no chunks: it ends with the connection.
      response.shouldKeepAlive = false;
      response.removeHeader('transfer-encoding');
      beginAnswer(request, response, 200, headers);
      const { users: pages, games } = topics.data;
      streams.open(response, { userId, sessionId, address, pages, games });
      sessionWatch.lookAt(sessionId);
    },
};

/** A name that comes twice has a list for a value, which no topic may be. */
function queryOf({ url = '' }: GatewayRequest): Record<string, string | string[]> {
  const at = url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
  const entries = [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name);
    return [name, values.length === 1 ? (values[0] ?? '') : values] as const;
  });
  return Object.fromEntries(entries);
}
