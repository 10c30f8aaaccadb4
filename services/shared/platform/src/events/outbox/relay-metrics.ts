import { Counter, Gauge, type Registry } from 'prom-client';
import type { Depth } from './depth.ts';

export interface RelayMetrics {
  readonly published: Counter;
  readonly failures: Counter;
}

/**
 * Every process that relays tells the same of the whole outbox, also when none of them publishes.
 * @param depth asked at each scrape; undefined where no relay runs
 */
export function measureRelay(registry: Registry, depth: () => Promise<Depth | undefined>): RelayMetrics {
  const registers = [registry];
  let asked: Promise<Depth | undefined> | undefined;
  // Once for all gauges of a scrape, which must not fail because the database is away: they then show what was known.
  const current = () => {
    asked ??= depth()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  new Gauge({
    name: 'outbox_depth',
    help: 'Recorded events that are not on the bus yet; 100000 also stands for more',
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
  new Gauge({
    name: 'outbox_republish_depth',
    help: 'Places in the outbox still to be looked at for events that the bus has lost',
    registers,
    async collect() {
      const now = await current();
      if (now) this.set(now.again);
    },
  });
  return {
    published: new Counter({ name: 'outbox_published_total', help: 'Events brought to the bus', registers }),
    failures: new Counter({ name: 'outbox_failures_total', help: 'Events that the bus has refused', registers }),
  };
}
