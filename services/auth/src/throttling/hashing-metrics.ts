import { countedFromZero } from '@nightshelf/platform/metrics/counted-from-zero.ts';
import { Gauge, Histogram, type Registry } from 'prom-client';

const refusals = ['all', 'address', 'account'] as const;

/** Metrics of the password hashing queue. */
export interface HashingMetrics {
  waited(seconds: number): void;
  /** @param whose the full queue: all, the client's address, or the account */
  refused(whose: (typeof refusals)[number]): void;
}

/** @param waiting called on each scrape */
export function measureHashing(registry: Registry, waiting: () => number): HashingMetrics {
  const registers = [registry];
  new Gauge({
    name: 'auth_password_hashes_waiting',
    help: 'Passwords that wait for their turn to be hashed',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  const seconds = new Histogram({
    name: 'auth_password_hash_wait_seconds',
    help: 'How long a password waits for its turn to be hashed',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const refused = countedFromZero(registry, {
    name: 'auth_password_hashes_refused_total',
    help: 'Passwords that were not hashed since too many waited: of all, of the address, or for the account',
    label: 'whose',
    values: refusals,
  });
  return { waited: (waited) => seconds.observe(waited), refused: (whose) => refused.inc({ whose }) };
}
