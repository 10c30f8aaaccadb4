import { Counter, Gauge, type Registry } from 'prom-client';
import type { Depth } from './outbox-table.ts';

export interface RelayMetrics {
  readonly published: Counter;
  readonly failures: Counter;
}

/**
 * Every relaying process reports the whole outbox, even when no relay can publish; other processes report nothing.
 * @param depth read at each scrape; undefined without a relay
 */
export function measureRelay(registry: Registry, depth: () => Promise<Depth | undefined>): RelayMetrics {
  const registers = [registry];
  let asked: Promise<Depth | undefined> | undefined;
  // One query for all gauges of a scrape. An unavailable database must not fail the scrape, so the gauges keep their
  // last values.
  const current = () => {
    asked ??= depth()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  const report = (name: string, help: string, figure: (depth: Depth) => number) => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const now = await current();
        if (now) this.set(figure(now));
      },
    });
    // Without a relay the gauge would show 0 and hide that no relay exists.
    gauge.remove();
  };
  report(
    'outbox_depth',
    'Recorded events that are not on the bus yet; 100000 also stands for more',
    ({ count }) => count,
  );
  report('outbox_oldest_seconds', 'Age of the oldest event that is not on the bus yet', (depth) => depth.oldestSeconds);
  report(
    'outbox_republish_depth',
    'Places in the outbox still to be looked at for events that the bus has lost',
    ({ again }) => again,
  );
  return {
    published: new Counter({ name: 'outbox_published_total', help: 'Events brought to the bus', registers }),
    failures: new Counter({ name: 'outbox_failures_total', help: 'Events that the bus has refused', registers }),
  };
}
