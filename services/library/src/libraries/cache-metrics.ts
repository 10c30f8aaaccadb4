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
    help: 'Memory of vaults that are ready to be sent: in use, and at most',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, bytes());
      this.set({ state: 'limit' }, most);
    },
  });
  return countedFromZero(registry, {
    name: 'library_cache_requests_total',
    help: 'Vaults asked for: found ready, found being put together for another request, or put together',
    label: 'outcome',
    values: outcomes,
  });
}
