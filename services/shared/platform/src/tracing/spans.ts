import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BusRecord } from '../events/bus.ts';

const tracer = trace.getTracer('nightshelf');

/** The W3C header, and the event attribute, that continue a trace elsewhere. */
export const traceHeader = 'traceparent';

/** Returns the current span in the form of that header; undefined without tracing. */
export function currentTraceparent(): string | undefined {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier[traceHeader];
}

export function traceIds(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

const continued = (traceparent: string | undefined): Context =>
  traceparent ? propagation.extract(context.active(), { [traceHeader]: traceparent }) : context.active();

interface SpanOptions {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** `traceparent` of the parent span, in this process or another. */
  readonly traceparent?: string | undefined;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Begins a span that the caller ends, and returns it with the context for its work. */
export function beginSpan({ name, kind, traceparent, attributes = {} }: SpanOptions): { span: Span; within: Context } {
  const parent = continued(traceparent);
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
  return { span, within: trace.setSpan(parent, span) };
}

export async function inSpan<Result>(options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  const { span, within } = beginSpan(options);
  try {
    return await context.with(within, work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.recordException(error instanceof Error ? error : String(error));
    throw error;
  } finally {
    span.end();
  }
}

const traceparentOf = ({ value }: BusRecord) => /"traceparent":"([\da-f-]{55})"/.exec(value)?.[1];

/**
 * Begins a span for each record that names a parent. Nothing is parsed, because most processes trace nothing.
 * @returns a function that ends the spans when the bus has responded
 */
export function traceRecords(records: readonly BusRecord[]): () => void {
  const spans = records.flatMap((record) => {
    const traceparent = traceparentOf(record);
    if (!traceparent) return [];
    const attributes = { 'messaging.destination.name': record.topic };
    return [beginSpan({ name: `publish ${record.topic}`, kind: 'producer', traceparent, attributes }).span];
  });
  return () => {
    for (const span of spans) span.end();
  };
}

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
