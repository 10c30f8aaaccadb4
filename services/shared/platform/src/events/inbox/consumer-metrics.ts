import type { EventDefinition } from '@nightshelf/contracts/events/event.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Delivery } from '../bus.ts';
import { type Reason, reasons } from './parse-event.ts';

export type Outcome = 'handled' | 'duplicate' | 'passed' | 'ignored' | 'dead_letter';

/** Metrics of a consumer. */
export interface ConsumerMetrics {
  count(topic: string, type: string, outcome: Outcome): void;
  /** @param seconds from the recording of the event to the end of its handling */
  lag(topic: string, seconds: number): void;
  deadLetter(topic: string, reason: Reason): void;
  /**
   * Called before each attempt to handle a record.
   * @param recordedAt in milliseconds since 1970
   */
  begin(delivery: Delivery, recordedAt: number): void;
  /** The record was handled or became a dead letter. */
  end(delivery: Delivery): void;
}

/** Read at each scrape; undefined when unknown. */
export interface ConsumerFigures {
  /** Unacknowledged records by topic, of all replicas together. */
  readonly lag: () => Promise<Readonly<Record<string, number>> | undefined>;
  readonly kept: () => Promise<
    readonly { readonly topic: string; readonly reason: Reason; readonly count: number }[] | undefined
  >;
}

/** Age without an attempt after which the record's partition must have been reassigned. */
const forgottenAfterMs = 60_000;

const partitionOf = ({ topic, partition }: Delivery) => `${topic}/${partition}`;

export function measureConsumer(
  registry: Registry,
  definitions: readonly Pick<EventDefinition, 'topic' | 'type'>[],
  { lag, kept }: ConsumerFigures,
): ConsumerMetrics {
  const registers = [registry];
  const topics = [...new Set(definitions.map(({ topic }) => topic))];
  const handled = new Counter({
    name: 'events_handled_total',
    help: 'Events received, by outcome',
    labelNames: ['topic', 'type', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'event_lag_seconds',
    help: 'Time from recording an event to the end of its handling',
    labelNames: ['topic'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600],
    registers,
  });
  const deadLetters = new Counter({
    name: 'events_dead_letters_total',
    help: 'Events stored as dead letters',
    labelNames: ['topic', 'reason'],
    registers,
  });
  // Prometheus misses the first increase of a series that starts with its first event.
  for (const { topic, type } of definitions) handled.inc({ topic, type, outcome: 'handled' }, 0);
  for (const topic of topics) for (const reason of reasons) deadLetters.inc({ topic, reason }, 0);
  new Gauge({
    name: 'consumer_lag',
    help: 'Unacknowledged records; every replica reports the total of all replicas',
    labelNames: ['topic'],
    registers,
    async collect() {
      const current = await lag();
      for (const [topic, records] of Object.entries(current ?? {})) this.set({ topic }, records);
    },
  });
  const inFlight = new Map<string, { readonly topic: string; readonly recordedAt: number; readonly at: number }>();
  new Gauge({
    name: 'consumer_oldest_seconds',
    help: 'Age of the oldest event that this replica is handling; 0 without any',
    labelNames: ['topic'],
    registers,
    collect() {
      const oldest = new Map<string, number>(topics.map((topic) => [topic, 0]));
      for (const [partition, { topic, recordedAt, at }] of inFlight) {
        if (performance.now() - at > forgottenAfterMs) inFlight.delete(partition);
        else oldest.set(topic, Math.max(oldest.get(topic) ?? 0, (Date.now() - recordedAt) / 1000));
      }
      for (const [topic, age] of oldest) this.set({ topic }, age);
    },
  });
  new Gauge({
    name: 'dead_letters_kept',
    help: 'Dead letters that have not been replayed; every replica reports the total of all replicas',
    labelNames: ['topic', 'reason'],
    registers,
    async collect() {
      const counts = await kept();
      if (!counts) return;
      for (const topic of topics) for (const reason of reasons) this.set({ topic, reason }, 0);
      for (const { topic, reason, count } of counts) this.set({ topic, reason }, count);
    },
  });
  return {
    count: (topic, type, outcome) => handled.inc({ topic, type, outcome }),
    lag: (topic, value) => seconds.observe({ topic }, Math.max(0, value)),
    deadLetter: (topic, reason) => deadLetters.inc({ topic, reason }),
    begin: (delivery, recordedAt) =>
      void inFlight.set(partitionOf(delivery), { topic: delivery.topic, recordedAt, at: performance.now() }),
    end: (delivery) => void inFlight.delete(partitionOf(delivery)),
  };
}
