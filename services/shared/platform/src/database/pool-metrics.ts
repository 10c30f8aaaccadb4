import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** @param most maximum number of connections of the pool */
export function measurePool(registry: Registry, pool: Pool, most: number): void {
  const registers = [registry];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database by state; limit is how many there may be',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'limit' }, most);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Requests that wait for a connection to the database',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
