import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { countedFromZero } from '../../metrics/counted-from-zero.ts';

/** What became of an event. */
export type Outcome = 'handled' | 'duplicate' | 'passed' | 'ignored' | 'dead_letter';

/** What an operator sees of a consumer. */
export interface ConsumerMetrics {
  count(topic: string, type: string, outcome: Outcome): void;
  /** @param seconds from when the event was recorded to when it had been handled */
  lag(topic: string, seconds: number): void;
  deadLetter(topic: string): void;
}

/** @param lag asked at each scrape: not yet acknowledged records by topic; undefined while nobody can tell */
export function measureConsumer(
  registry: Registry,
  topics: readonly string[],
  lag: () => Promise<Readonly<Record<string, number>> | undefined>,
): ConsumerMetrics {
  const registers = [registry];
  const handled = new Counter({
    name: 'events_handled_total',
    help: 'Events received, by what became of them',
    labelNames: ['topic', 'type', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'event_lag_seconds',
    help: 'Time from the recording of an event by its owner to the end of its handling',
    labelNames: ['topic'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600],
    registers,
  });
  const deadLetters = countedFromZero(registry, {
    name: 'events_dead_letters_total',
    help: 'Events put aside because they could not be handled',
    label: 'topic',
    values: topics,
  });
  new Gauge({
    name: 'consumer_lag',
    help: 'Records that the consumer has still to acknowledge',
    labelNames: ['topic'],
    registers,
    async collect() {
      const current = await lag();
      for (const [topic, records] of Object.entries(current ?? {})) this.set({ topic }, records);
    },
  });
  return {
    count: (topic, type, outcome) => handled.inc({ topic, type, outcome }),
    lag: (topic, value) => seconds.observe({ topic }, Math.max(0, value)),
    deadLetter: (topic) => deadLetters.inc({ topic }),
  };
}
