import { journeyOf } from '@nightshelf/contracts/calls/journeys.ts';
import { countedFromZero } from '@nightshelf/platform/metrics/metrics.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Exchange } from './http/exchange.ts';

/**
 * The gateway's metrics, by route, user task (`journey`) and external fault or delay (`outside`); never by path, which
 * anyone can make up.
 */
export class GatewayMetrics {
  readonly #duration: Histogram<'journey' | 'outside' | 'route' | 'status'>;
  readonly limited: Counter<'limit'>;
  readonly upstreamFaults: Counter<'service' | 'code'>;
  /** Cached by label values, since looking labels up costs more than the observation. */
  readonly #observers = new Map<string, { observe(seconds: number): void }>();

  constructor(registry: Registry) {
    this.#duration = new Histogram({
      name: 'gateway_request_duration_seconds',
      help: 'Time from the request to the end of its response',
      labelNames: ['journey', 'outside', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
      registers: [registry],
    });
    this.limited = new Counter({
      name: 'gateway_rate_limited_total',
      help: 'Requests refused by a rate limit',
      labelNames: ['limit'],
      registers: [registry],
    });
    this.upstreamFaults = new Counter({
      name: 'gateway_upstream_faults_total',
      help: 'Requests without a valid response of the service',
      labelNames: ['service', 'code'],
      registers: [registry],
    });
  }

  /** @param milliseconds from the request to the end of its response */
  answered({ route, endpoint, outside }: Exchange, status: number, milliseconds: number): void {
    const journey = (endpoint && journeyOf(endpoint)) ?? '';
    const key = `${route} ${journey} ${outside} ${status}`;
    let observer = this.#observers.get(key);
    if (!observer) {
      observer = this.#duration.labels({ journey, outside: outside ? 'true' : '', route, status });
      this.#observers.set(key, observer);
    }
    observer.observe(milliseconds / 1000);
  }
}

const ends = ['left', 'session', 'restart', 'slow'] as const;

export type StreamEnd = (typeof ends)[number];

export function liveMetrics(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  return {
    streams: gauge('gateway_live_streams', 'Streams that are open'),
    subscribed: gauge('gateway_live_subscribed', 'Whether the gateway is subscribed to notifications in Redis'),
    notifications: countedFromZero(registry, {
      name: 'gateway_live_hints_total',
      help: 'Notifications received from Redis, unreadable ones among them, and deliveries to streams',
      label: 'outcome',
      values: ['received', 'sent', 'unreadable'],
    }),
    ended: countedFromZero(registry, {
      name: 'gateway_live_ended_total',
      help: 'Ended streams: left by the client, ended with the session or by a restart, or dropped as too slow',
      label: 'reason',
      values: ends,
    }),
  };
}

export type LiveMetrics = ReturnType<typeof liveMetrics>;
