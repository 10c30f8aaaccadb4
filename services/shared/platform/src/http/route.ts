import type { Call, CallAnswer, CallRequest } from '@nightshelf/contracts/call.ts';
import { idempotencyKeyHeader } from '@nightshelf/contracts/headers.ts';
import { failuresOf } from '@nightshelf/contracts/step-up.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseToken } from '../api-tokens/token-copies.ts';
import { unauthenticated } from '../errors/coded-error.ts';
import { checkIdempotencyKey, type Intent, intentOf, isUnsafe } from '../idempotency/intent.ts';
import type { Identity } from './identity.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly identitySecret: string;
    /** The served calls, for the OpenAPI document. */
    readonly calls: Call[];
    /**
     * Set by a service with calls that require step-up.
     * @throws CodedError 403 `auth.step_up_required`
     */
    readonly requireStepUp?: (caller: Identity) => Promise<void>;
  }
  interface FastifyRequest {
    /** By `performance.now()`. */
    arrivedAt: number;
    sentBody: string;
    /** The caller's identity, signed by the gateway; null for an anonymous caller. */
    identity: Identity | null;
  }
}

/** TypeScript widens a handler's `success: true` to boolean; the response is still checked against its schema. */
type Answered<Answer> = Answer extends { success: boolean } ? Omit<Answer, 'success'> & { success: boolean } : Answer;

export type Act<C extends Call> = (
  input: CallRequest<C> & {
    /** The signed-in user; never null on guarded calls. */
    readonly identity: C['access'] extends 'guarded' ? Identity : Identity | null;
    /** Identifies the change to make once, for `work.for(intent)`. */
    readonly intent: C['method'] extends 'GET' ? null : Intent;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  },
) => Promise<Answered<CallAnswer<C>> | FastifyReply>;

/**
 * Serves a call of the contract: validates by its schemas and responds with its status code. Refuses guarded calls
 * without an identity (401), and `stepUp` calls without a recent confirmation (403). A response that breaks the
 * contract is our own error: 500.
 */
export function route<C extends Call>(app: FastifyInstance, call: C, act: Act<C>): void {
  const status = call.status ?? 200;
  const unsafe = isUnsafe(call.method);
  app.calls.push(call);
  const { requireStepUp } = app;
  if (call.stepUp && !requireStepUp) throw new Error(`Nothing decides who may ${call.method} ${call.path}`);
  app.route({
    method: call.method,
    url: call.path,
    schema: {
      summary: call.summary,
      ...(call.params ? { params: call.params } : {}),
      ...(call.query ? { querystring: call.query } : {}),
      ...(call.body ? { body: call.body } : {}),
      response: { [status]: call.answer, ...failuresOf(call) },
      ...securityOf(call),
    },
    // Before validation, so that anonymous callers do not learn what a guarded call accepts.
    onRequest: async (request) => {
      const isRepeated = call.access === 'guarded or repeated' && idempotencyKeyHeader in request.headers;
      refuseToken(request.identity, call);
      if (call.access !== 'open' && !request.identity && !isRepeated) throw unauthenticated();
      if (unsafe) checkIdempotencyKey(request);
    },
    handler: async (request, reply) => {
      reply.status(status);
      const { params, query, body, identity } = request;
      if (call.stepUp && identity) await requireStepUp?.(identity);
      const intent = unsafe ? intentOf(request, call, app.identitySecret) : null;
      return act({ params, query, body, identity, intent, request, reply } as unknown as Parameters<Act<C>>[0]);
    },
  });
}

/** Returns the OpenAPI security of a call: the session's cookie, a token with its scope, or none for open calls. */
function securityOf({ access, scope }: Call): { security?: { [scheme: string]: string[] }[] } {
  const token = scope ? [{ token: [scope] }] : [];
  if (access !== 'open') return { security: [{ session: [] }, ...token] };
  return scope ? { security: [{}, ...token] } : {};
}
