import { countedFromZero } from '@nightshelf/platform/metrics/metrics.ts';
import { type Counter, Gauge, type Registry } from 'prom-client';

const outcomes = ['hit', 'joined', 'miss'] as const;

export type CacheOutcome = (typeof outcomes)[number];

export type CacheOutcomes = Counter<'outcome'>;

/**
 * Registers the metrics of the whole-library cache.
 * @param bytes the bytes in use, called at each scrape
 * @param most the limit in bytes
 */
export function measureCache(registry: Registry, bytes: () => number, most: number): CacheOutcomes {
  new Gauge({
    name: 'library_cache_bytes',
    help: 'Memory of the cache of serialized vaults: used, and limit',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, bytes());
      this.set({ state: 'limit' }, most);
    },
  });
  return countedFromZero(registry, {
    name: 'library_cache_requests_total',
    help: 'Requested vaults: cached, shared with a concurrent request, or newly built',
    label: 'outcome',
    values: outcomes,
  });
}
