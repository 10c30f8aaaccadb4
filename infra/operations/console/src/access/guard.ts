import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formOf } from './form.ts';
import { isSame, type OperatorSession, type OperatorSessions } from './operator-sessions.ts';
import { isFromHere } from './same-site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the operator who is signed in; on guarded routes there always is one. */
    operator: OperatorSession | null;
  }
}

export const isUnsafe = ({ method }: Pick<FastifyRequest, 'method'>) => method !== 'GET' && method !== 'HEAD';

/**
 * Lets only an operator who is signed in to the routes that follow; what changes something has to come from a page of the
 * console and to name the session's token, in a field of its form or as `X-XSRF-TOKEN`.
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
