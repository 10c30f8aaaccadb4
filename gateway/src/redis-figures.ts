import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';

/** Metrics of the Redis that keeps sessions, asked of it whenever metrics are collected. */
export function measureRedis(redis: Redis, registry: Registry): void {
  let asking: Promise<string | null> | null = null;
  /** Both metrics are collected at the same time, from one reply. */
  const ask = () => {
    asking ??= redis
      .info('memory')
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
      const text = await ask();
      this.reset();
      if (text === null) return;
      this.set({ state: 'used' }, figureIn(text, 'used_memory'));
      this.set({ state: 'limit' }, figureIn(text, 'maxmemory'));
    },
  });
}

const figureIn = (text: string, name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0);
