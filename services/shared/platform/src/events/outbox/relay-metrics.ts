import { Counter, Gauge, type Registry } from 'prom-client';
import type { Depth } from './outbox-table.ts';

export interface RelayMetrics {
  readonly published: Counter;
  readonly failures: Counter;
}

/** @param depth asked at each scrape; undefined in a process whose relay is not the active one */
export function measureRelay(registry: Registry, depth: () => Promise<Depth | undefined>): RelayMetrics {
  const registers = [registry];
  // A scrape must not fail because the database is away; the gauges then show what was last known.
  const current = () => depth().catch(() => undefined);
  new Gauge({
    name: 'outbox_depth',
    help: 'Recorded events that are not on the bus yet',
    registers,
    async collect() {
      const now = await current();
      if (now) this.set(now.count);
    },
  });
  new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest event that is not on the bus yet',
    registers,
    async collect() {
      const now = await current();
      if (now) this.set(now.oldestSeconds);
    },
  });
  return {
    published: new Counter({ name: 'outbox_published_total', help: 'Events brought to the bus', registers }),
    failures: new Counter({ name: 'outbox_failures_total', help: 'Events that the bus has refused', registers }),
  };
}
