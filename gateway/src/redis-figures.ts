import { mastersOf, type RedisClient } from '@nightshelf/platform/redis/client.ts';
import { Gauge, type Registry } from 'prom-client';

interface Memory {
  readonly used: number;
  /** 0 means no limit. */
  readonly limit: number;
}

/** Exports metrics of the sessions' Redis, queried at each scrape. Of several servers it reports the fullest. */
export function measureRedis(redis: RedisClient, registry: Registry): void {
  let asking: Promise<Memory | null> | null = null;
  /** Both metrics use one reply, since they are collected together. */
  const ask = () => {
    asking ??= fullestOf(redis)
      .catch(() => null)
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  new Gauge({
    name: 'redis_up',
    help: 'Whether the Redis that keeps sessions answers this process',
    registers: [registry],
    async collect() {
      this.set((await ask()) === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'redis_memory_bytes',
    help: 'Memory of the Redis that keeps sessions: in use, and at most (0: no limit)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const memory = await ask();
      this.reset();
      if (memory === null) return;
      this.set({ state: 'used' }, memory.used);
      this.set({ state: 'limit' }, memory.limit);
    },
  });
}

async function fullestOf(redis: RedisClient): Promise<Memory | null> {
  const told = await Promise.all(mastersOf(redis).map((server) => server.info('memory')));
  const each = told.map((text) => ({ used: figureIn(text, 'used_memory'), limit: figureIn(text, 'maxmemory') }));
  const [fullest = null] = each.toSorted((a, b) => b.used / (b.limit || 1) - a.used / (a.limit || 1));
  return fullest;
}

const figureIn = (text: string, name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0);
