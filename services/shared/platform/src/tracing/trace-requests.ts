import { context, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, traceHeader } from './spans.ts';

/** Creates a span for each request, the context of all its work. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, ReturnType<typeof beginSpan>['span']>();
  app.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url ?? 'none';
    const traceparent = request.headers[traceHeader];
    const { span, within } = beginSpan({
      name: `${request.method} ${route}`,
      kind: 'server',
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id },
    });
    spans.set(request, span);
    context.with(within, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
