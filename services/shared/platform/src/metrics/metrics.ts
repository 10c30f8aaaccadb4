import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Creates a separate registry for each process or test. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  return registry;
}

/** The metrics of the runtime, collected once for all services of the process. */
const runtime = new Registry();

/** Adds the metrics of the runtime, whose collection ends only with the process. */
export function measureRuntime(registry: Registry): void {
  if (runtime.getMetricsAsArray().length === 0) collectRuntime();
  for (const { name } of runtime.getMetricsAsArray()) {
    const metric = runtime.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
}

function collectRuntime(): void {
  // The default of 10 ms wakes an idle process 100 times a second; the alert on the lag starts at 250 ms.
  collectDefaultMetrics({ register: runtime, eventLoopMonitoringPrecision: 100 });
  new Gauge({
    name: 'process_time_seconds',
    help: 'Clock of this process, in seconds since 1970.',
    registers: [runtime],
    collect() {
      this.set(Date.now() / 1000);
    },
  });
}

interface Definition<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: Label;
  /** The label values that alerts use. */
  readonly values: readonly string[];
}

/**
 * A counter whose series exist from the start: Prometheus misses the first increase of a series that starts with its
 * first event, so an alert would miss the first failure.
 */
export function countedFromZero<Label extends string>(
  registry: Registry,
  { name, help, label, values }: Definition<Label>,
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.labels(value).inc(0);
  return counter;
}

/** Measures rate, errors and duration in seconds by method, route and status code. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
  });
}
