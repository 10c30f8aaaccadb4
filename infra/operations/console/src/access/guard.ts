import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formOf } from './form.ts';
import { isSame, type OperatorSession, type OperatorSessions } from './operator-sessions.ts';
import { isFromHere } from './same-site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in operator's session; never null on guarded routes. */
    operator: OperatorSession | null;
  }
}

export const isUnsafe = ({ method }: Pick<FastifyRequest, 'method'>) => method !== 'GET' && method !== 'HEAD';

/**
 * Allows the following routes only to signed-in operators. A request that changes something must come from a page of
 * the console and carry the session's token, in a form field or as `X-XSRF-TOKEN`.
 */
export function guard(app: FastifyInstance, sessions: OperatorSessions, origin: string | undefined): void {
  app.decorateRequest('operator', null);
  app.addHook('onRequest', async (request, reply) => {
    request.operator = sessions.find(request.headers.cookie);
    if (request.operator) return;
    const isPage = request.headers.accept?.includes('text/html') ?? false;
    if (isUnsafe(request) || !isPage) return reply.code(401).send({ message: 'Please sign in.' });
    return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!isUnsafe(request)) return;
    if (!isFromHere(request.headers, origin)) return reply.code(403).send({ message: 'Not from another site.' });
    const given = request.headers['x-xsrf-token'] ?? formOf(request).get('csrf') ?? '';
    if (!isSame(String(given), request.operator?.csrf ?? '')) {
      return reply.code(403).send({ message: 'This page is too old. Please open it again.' });
    }
  });
}
