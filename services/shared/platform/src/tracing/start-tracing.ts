import { context, propagation, trace } from '@opentelemetry/api';
import { z } from 'zod';

/** OpenTelemetry's own variables that this code reads; the exporter reads its headers and timeouts itself. */
export const tracingSettings = z.object({
  /** Where spans are sent (OTLP over HTTP); without it nothing is traced and no tracing code is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Fraction of the traces that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

export interface Tracing {
  stop(): Promise<void>;
}

/** Longest time that spans are batched before sending. */
const sendAfterMs = 1000;

export async function startTracing(service: string, settings: z.output<typeof tracingSettings>): Promise<Tracing> {
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT) return { stop: async () => undefined };
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', slashed(settings.OTEL_EXPORTER_OTLP_ENDPOINT)).href,
  });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': service, 'service.namespace': 'nightshelf' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: sendAfterMs })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}

const slashed = (address: string) => (address.endsWith('/') ? address : `${address}/`);
