import { countedFromZero } from '@nightshelf/platform/metrics/counted-from-zero.ts';
import { type Counter, Gauge, type Registry } from 'prom-client';

const outcomes = ['received', 'sent', 'unreadable'] as const;
const ends = ['left', 'session', 'restart', 'slow'] as const;

export type StreamEnd = (typeof ends)[number];

export class LiveMetrics {
  readonly #streams: Gauge;
  readonly #subscribed: Gauge;
  readonly #hints: Counter<'outcome'>;
  readonly #ended: Counter<'reason'>;

  constructor(registry: Registry) {
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
    this.#streams = gauge('gateway_live_streams', 'Streams that are open');
    this.#subscribed = gauge('gateway_live_subscribed', 'Whether Redis hands on what services tell');
    this.#hints = countedFromZero(registry, {
      name: 'gateway_live_hints_total',
      help: 'Hints that came from Redis, those among them that nobody can read, and how often one was sent to a stream',
      label: 'outcome',
      values: outcomes,
    });
    this.#ended = countedFromZero(registry, {
      name: 'gateway_live_ended_total',
      help: 'Streams that have ended: left by the client, with the session, by a restart, or dropped with a slow reader',
      label: 'reason',
      values: ends,
    });
  }

  streams(count: number): void {
    this.#streams.set(count);
  }

  subscribed(is: boolean): void {
    this.#subscribed.set(is ? 1 : 0);
  }

  hint(outcome: (typeof outcomes)[number], count = 1): void {
    if (count > 0) this.#hints.inc({ outcome }, count);
  }

  ended(reason: StreamEnd): void {
    this.#ended.inc({ reason });
  }
}
