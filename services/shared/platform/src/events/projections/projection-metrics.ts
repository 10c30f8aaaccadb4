import { Gauge, type Registry } from 'prom-client';
import { countedFromZero } from '../../metrics/counted-from-zero.ts';

/** Metrics of a service's copies. */
export interface ProjectionMetrics {
  differences(topic: string, count: number): void;
  /** @param seconds time of the last comparison, since 1970; 0 for never */
  verified(topic: string, seconds: number): void;
}

export function measureProjections(registry: Registry, topics: readonly string[]): ProjectionMetrics {
  const differences = countedFromZero(registry, {
    name: 'projection_differences_total',
    help: 'Copies that differed from what their owner has, whether mended or not',
    label: 'topic',
    values: topics,
  });
  const verified = new Gauge({
    name: 'projection_verified_timestamp_seconds',
    help: 'When copies were last compared with what their owner has',
    labelNames: ['topic'],
    registers: [registry],
  });
  return {
    differences: (topic, count) => differences.inc({ topic }, count),
    verified: (topic, seconds) => verified.set({ topic }, seconds),
  };
}
