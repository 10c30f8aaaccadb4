import { Counter, Gauge, type Registry } from 'prom-client';
import type { Depth } from './depth.ts';
import { type Held, shareCount } from './shares-table.ts';

export interface RelayMetrics {
  readonly published: Counter;
  readonly failures: Counter;
}

/**
 * Every process that relays tells the same of the whole outbox, also when none of them publishes; one that does not tells nothing.
 * @param depth asked at each scrape; undefined where no relay runs
 * @param held the shares that this process may publish at this moment; undefined where no relay runs
 */
export function measureRelay(
  registry: Registry,
  depth: () => Promise<Depth | undefined>,
  held: () => readonly Held[] | undefined,
): RelayMetrics {
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
  const tell = (name: string, help: string, figure: (depth: Depth) => number) => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const now = await current();
        if (now) this.set(figure(now));
      },
    });
    // It would be 0 where no relay runs: nobody would be told that there is none.
    gauge.remove();
  };
  tell(
    'outbox_depth',
    'Recorded events that are not on the bus yet; 100000 also stands for more',
    ({ count }) => count,
  );
  tell('outbox_oldest_seconds', 'Age of the oldest event that is not on the bus yet', (depth) => depth.oldestSeconds);
  tell(
    'outbox_republish_depth',
    'Places in the outbox still to be looked at for events that the bus has lost',
    ({ again }) => again,
  );
  new Gauge({
    name: 'outbox_share_held',
    help: 'Whether this process publishes a share of the outbox; their sum over all processes is 1 for each',
    labelNames: ['share'],
    registers,
    collect() {
      const shares = held()?.map(({ share }) => share);
      this.reset();
      if (shares)
        for (let share = 0; share < shareCount; share += 1) this.set({ share }, shares.includes(share) ? 1 : 0);
    },
  });
  return {
    published: new Counter({ name: 'outbox_published_total', help: 'Events brought to the bus', registers }),
    failures: new Counter({ name: 'outbox_failures_total', help: 'Events that the bus has refused', registers }),
  };
}
